import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { getEntity } from './entities.ts'
import { type EntityRef, refOf } from './entity-rows.ts'
import { type EvidenceRow, selectEvidence } from './evidence.ts'
import { GraphAt, type Moment } from './graph-at.ts'
import { selectMerges } from './history.ts'

/** Why an entity is here: what pages say, how they were read, and what was decided since. */
export async function explainEntity(db: Queryable, moment: Moment, id: string) {
  const { kind, name } = await getEntity(db, moment, id)
  const quotes = await selectEvidence(db, moment, { entity_id: id }, undefined, limits.explain_quotes)
  const byPage = Map.groupBy(quotes, ({ page_id }) => page_id)
  const pages = await selectReadings(db, moment.domain_id, [...byPage.keys()])
  return {
    entity: { id, kind, name },
    pages: pages.map((page) => ({ ...page, quotes: (byPage.get(page.page_id) ?? []).map(toQuote) })),
    merges: await selectMerges(db, moment, id),
    pairs: await selectPairs(db, moment, id),
    // Until people can change the graph.
    edits: [],
  }
}

const toQuote = ({ id, quote, start, end, mode, model, gate_version, observed_at }: EvidenceRow) => ({
  evidence_id: id,
  quote,
  start,
  end,
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
  gate_rule: string | null
}

/** In the order of the ids. */
function selectReadings(db: Queryable, domainId: string, pageIds: string[]): Promise<Reading[]> {
  return db.query<Reading>(
    `select p.id as page_id, p.url, p.host, p.mode_reason, case when p.error like 'gate v%' then p.error end as gate_rule
     from unnest($2::uuid[]) with ordinality as n (id, at)
     join pages p on p.domain_id = $1 and p.id = n.id order by n.at`,
    [domainId, pageIds],
  )
}

interface PairRow {
  id: string
  other: EntityRef
  decision: 'same' | 'unsure' | 'different'
  score: number
  reasons: string[]
  judgement: 'same' | 'different' | 'unsure' | null
  judged_by: string | null
  judged_at: string | null
  created_at: string
}

/** Those that may be the same, or were held to be others; what is the same stands among the merges. */
function selectPairs(db: Queryable, moment: Moment, id: string): Promise<PairRow[]> {
  const at = new GraphAt(moment)
  const until = moment.as_of === undefined ? 'true' : 'd.created_at <= $2'
  return db.query<PairRow>(
    `with members (id) as (${at.membersOf(`${at.add(id)}::uuid`)}),
       pairs as (
         select d.*, d.b_id as other_id from duplicates d join members m on d.domain_id = $1 and d.a_id = m.id
         union all
         select d.*, d.a_id from duplicates d join members m on d.domain_id = $1 and d.b_id = m.id
       )
     select d.id, ${refOf('o')} as other, d.decision, d.score, d.reasons, d.judgement, d.judged_by, d.judged_at, d.created_at
     from pairs d join entities o on o.domain_id = $1 and o.id = d.other_id
     where d.other_id not in (select id from members) and ${until}
     order by d.score desc, d.id limit ${at.add(limits.list_max)}`,
    at.values,
  )
}
