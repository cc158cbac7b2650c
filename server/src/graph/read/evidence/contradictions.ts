import { limits } from '@polegraph/contract/limits.ts'
import { type Certainty, certaintyOf } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { entityValues } from '../../store/facts/fact-values.ts'
import type { EntityFact } from '../../store/facts/mentions.ts'
import { type NamedEntity, namedEntityOf } from '../entities/entity-rows.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'

// Fields on which pages disagree: every value with the hosts that state it. `graph/store/facts/document-of.ts` decides which value
// is shown. What pages deny contradicts those that state the same plainly; what they only report contradicts nothing.

interface StatedValue {
  value: unknown
  certainty: Certainty
  hosts: string[]
  evidence_ids: string[]
  relationship_id: string | null
}

interface Contradiction {
  field: string
  relationship: { from: NamedEntity; type: string; to: NamedEntity } | null
  values: (StatedValue & { value: string })[]
}

const claimsMax = 5000
/** Fields that may have many values, none of which contradicts another. */
const manyValued = new Set(['', 'name', 'alias', 'url', 'summary'])

/** `ends` are those at which the entity may stand in a relationship. */
export async function findContradictions(
  db: Queryable,
  moment: Moment,
  id: string,
  ends: ('from' | 'to')[] = ['from', 'to'],
): Promise<Contradiction[]> {
  const at = new GraphAt(moment)
  const claims = await db.query<{ id: string; fact: EntityFact; host: string }>(
    `select c.id, c.fact, c.host from claims c
     where c.domain_id = $1 and c.entity_id in (${at.membersOf(`${at.add(id)}::uuid`)}) and ${at.holds('c')}
     order by c.observed_at, c.id limit ${at.add(claimsMax)}`,
    at.values,
  )
  /** By field, then by value: what is said of it, and what is denied. */
  const fields = new Map<string, Map<string, Partial<Record<Certainty, StatedValue>>>>()
  for (const { id: evidence_id, fact, host } of claims) {
    const certainty = certaintyOf(fact)
    if (certainty === 'reported') continue
    for (const { field, value_key, value } of entityValues(fact)) {
      if (manyValued.has(field) || field.startsWith('place:')) continue
      const values = fields.get(field) ?? new Map<string, Partial<Record<Certainty, StatedValue>>>()
      fields.set(field, values)
      const known = values.get(value_key) ?? {}
      values.set(value_key, known)
      known[certainty] ??= { value, certainty, hosts: [], evidence_ids: [], relationship_id: null }
      note(known[certainty], host, evidence_id)
    }
  }
  const ofFields = [...fields].flatMap(([field, byKey]) => {
    // What is denied and nobody states is no contradiction.
    const stated = [...byKey.values()].filter(({ said }) => said)
    if (stated.length <= 1 && !stated.some(({ denied }) => denied)) return []
    const values = stated.flatMap(({ said = [], denied = [] }) => [said, denied].flat())
    return [{ field: nameOf(field), relationship: null, values: values.map(asText) }]
  })
  ofFields.sort((a, b) => (a.field < b.field ? -1 : 1))
  return [...ofFields, ...(await findDenied(db, moment, id, ends))]
}

function note(stated: StatedValue, host: string, evidenceId: string): void {
  if (!stated.hosts.includes(host)) stated.hosts.push(host)
  if (stated.evidence_ids.length < limits.explain_quotes) stated.evidence_ids.push(evidenceId)
}

/** `attr:born` is the attribute born, `id:wikidata` the id in that register. */
const nameOf = (field: string) => field.replace(/^attr:/, 'attributes.').replace(/^id:/, 'external_ids.')

const asText = ({ value, ...rest }: StatedValue) => ({
  ...rest,
  value: typeof value === 'string' ? value : JSON.stringify(value),
})

interface DeniedRow {
  said_id: string
  denied_id: string
  from: NamedEntity
  type: string
  to: NamedEntity
}

/** Relationships of the entity that some state plainly and others deny. */
async function findDenied(db: Queryable, moment: Moment, id: string, ends: string[]): Promise<Contradiction[]> {
  const at = new GraphAt(moment)
  const entity = `${at.add(id)}::uuid`
  const rows = await db.query<DeniedRow>(
    `select s.id as said_id, d.id as denied_id, ${namedEntityOf('f')} as "from", s.type, ${namedEntityOf('t')} as "to"
     from ${at.allRelationships} s
     join ${at.allRelationships} d
       on d.from_entity = s.from_entity and d.to_entity = s.to_entity and d.type = s.type and d.certainty = 'denied'
     join ${at.entities} f on f.id = s.from_entity join ${at.entities} t on t.id = s.to_entity
     where s.certainty = 'said' and (${ends.map((end) => `s.${end}_entity = ${entity}`).join(' or ')})
     order by s.id limit ${limits.list_max}`,
    at.values,
  )
  if (rows.length === 0) return []
  const stated = await selectStating(
    db,
    moment,
    rows.flatMap(({ said_id, denied_id }) => [said_id, denied_id]),
  )
  return rows.map(({ said_id, denied_id, ...relationship }) => {
    const statedBy = (id: string, certainty: Certainty) => {
      const value = { value: certainty, certainty, hosts: [], evidence_ids: [], relationship_id: id }
      for (const { host, evidence_id } of stated.get(id) ?? []) note(value, host, evidence_id)
      return value
    }
    const values = [statedBy(said_id, 'said'), statedBy(denied_id, 'denied')]
    return { field: 'certainty', relationship, values }
  })
}

/** The claims of each of these relationships, the oldest first. */
async function selectStating(db: Queryable, moment: Moment, ids: string[]) {
  const at = new GraphAt(moment)
  const rows = await db.query<{ id: string; evidence_id: string; host: string }>(
    `select n.id, c.id as evidence_id, c.host from unnest(${at.add(ids)}::uuid[]) as n (id) cross join lateral (
       select c.id, c.host from claims c
       where c.domain_id = $1 and c.relationship_id in (${at.relationshipMembersOf('n.id')}) and ${at.holds('c')}
       order by c.observed_at, c.id limit ${at.add(claimsMax)}
     ) c`,
    at.values,
  )
  return Map.groupBy(rows, ({ id }) => id)
}
