import type { auditEntry } from '@polegraph/contract/graph/curation-fields.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { z } from 'zod'
import { sourceOf } from '../../../claims/quote-address.ts'
import { certaintyOf } from '../../../facts/claim.ts'
import { nameRule } from '../../../gate/judge.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { getEntity } from '../entities/entities.ts'
import { type NamedEntity, rowRefOf } from '../entities/entity-rows.ts'
import { selectMerges } from '../history/history.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { findContradictions } from './contradictions.ts'
import { type EvidenceRow, selectEvidence } from './evidence.ts'
import { findNameJoins } from './name-joins.ts'

/** Explains why an entity is in the graph: its quotes, how the pages were read, and what was decided since. */
export async function explainEntity(db: Queryable, moment: Moment, id: string) {
  const { kind, name } = await getEntity(db, moment, id)
  const { rows: quotes } = await selectEvidence(db, moment, { entity_id: id }, { limit: limits.explain_quotes })
  const byPage = Map.groupBy(quotes, ({ page_id }) => page_id)
  const pages = await selectReadings(db, moment.domain_id, [...byPage.keys()])
  return {
    entity: { id, kind, name },
    pages: pages.map(({ page_id, url, host, mode_reason, gate_version, gate_rule }) => ({
      page_id,
      url,
      host,
      mode_reason,
      gate_rule: gate_rule === null ? null : nameRule(gate_version, gate_rule),
      quotes: (byPage.get(page_id) ?? []).map(toQuote),
    })),
    contradictions: await findContradictions(db, moment, id),
    merges: await selectMerges(db, moment, id),
    rests_on: await findNameJoins(db, moment, { id, name }),
    pairs: await selectPairs(db, moment, id),
    edits: await selectEdits(db, moment, id),
  }
}

const toQuote = ({ id, quote, start, end, fact, mode, model, gate_version, observed_at }: EvidenceRow) => ({
  evidence_id: id,
  quote,
  start,
  end,
  certainty: certaintyOf(fact),
  mode,
  model,
  gate_version,
  observed_at,
})

interface Reading {
  page_id: string
  url: string
  host: string
  mode_reason: string | null
  gate_version: number
  gate_rule: string | null
}

/** In the order of `pageIds`. */
function selectReadings(db: Queryable, domainId: string, pageIds: string[]): Promise<Reading[]> {
  return db.query<Reading>(
    `select p.id as page_id, p.url, p.host, p.mode_reason, p.gate_version, p.gate_rule
     from unnest($2::uuid[]) with ordinality as n (page_id, at) cross join ${sourceOf('n')} p order by n.at`,
    [domainId, pageIds],
  )
}

interface PairRow {
  id: string
  other: NamedEntity
  decision: 'same' | 'unsure' | 'different'
  score: number
  reasons: string[]
  against: string[]
  held_by: string | null
  judgement: 'same' | 'different' | 'unsure' | null
  judged_by: string | null
  judged_at: string | null
  created_at: string
}

/** Pairs with entities outside the cluster: unsure ones, and those that pages or people tell apart. Pairs inside it are merges. */
function selectPairs(db: Queryable, moment: Moment, id: string): Promise<PairRow[]> {
  const at = new GraphAt(moment)
  const until = moment.as_of === undefined ? 'true' : 'd.created_at <= $2'
  return db.query<PairRow>(
    `with members (id) as (${at.membersOf(`${at.add(id)}::uuid`)}),
       pairs as (
         select d.*, d.b_id as other_id from entity_pairs d join members m on d.domain_id = $1 and d.a_id = m.id
         union all
         select d.*, d.a_id from entity_pairs d join members m on d.domain_id = $1 and d.b_id = m.id
       )
     select d.id, ${rowRefOf('o')} as other, d.decision, d.score, d.reasons, d.against, d.held_by, d.judgement, d.judged_by, d.judged_at, d.created_at
     from pairs d join entities o on o.domain_id = $1 and o.id = d.other_id
     where d.other_id not in (select id from members) and ${until}
     order by d.score desc, d.id limit ${at.add(limits.list_max)}`,
    at.values,
  )
}

type Edit = z.output<typeof auditEntry>

/** The latest changes that people made to the entity, and to those that were merged into it. */
function selectEdits(db: Queryable, moment: Moment, id: string): Promise<Edit[]> {
  const at = new GraphAt(moment)
  const members = `array(${at.membersOf(`${at.add(id)}::uuid`)})`
  const until = moment.as_of === undefined ? 'true' : 'a.at <= $2'
  return db.query<Edit>(
    `select a.id, a.at, a.actor, a.action, a.target, a.entity_ids, a.before, a.after, a.reason, a.request_id, a.undoes,
       a.undone_by, a.batch_id
     from audit a where a.domain_id = $1 and a.entity_ids && ${members} and ${until}
     order by a.seq desc limit ${at.add(limits.list_default)}`,
    at.values,
  )
}
