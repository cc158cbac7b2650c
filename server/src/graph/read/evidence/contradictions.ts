import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { entityValues } from '../../store/facts/fact-values.ts'
import type { EntityFact } from '../../store/facts/mentions.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'

// Fields on which pages disagree: every value with the hosts that state it. `graph/store/facts/document-of.ts` decides which value
// is shown.

interface StatedValue {
  value: unknown
  hosts: string[]
  evidence_ids: string[]
}

const claimsMax = 5000
/** Fields that may have many values, none of which contradicts another. */
const manyValued = new Set(['', 'name', 'alias', 'url', 'summary'])

export async function findContradictions(db: Queryable, moment: Moment, id: string) {
  const at = new GraphAt(moment)
  const claims = await db.query<{ id: string; fact: EntityFact; host: string }>(
    `select c.id, c.fact, c.host from claims c
     where c.domain_id = $1 and c.entity_id in (${at.membersOf(`${at.add(id)}::uuid`)}) and ${at.holds('c')}
     order by c.observed_at, c.id limit ${at.add(claimsMax)}`,
    at.values,
  )
  const fields = new Map<string, Map<string, StatedValue>>()
  for (const { id: evidence_id, fact, host } of claims) {
    for (const { field, value_key, value } of entityValues(fact)) {
      if (manyValued.has(field) || field.startsWith('place:')) continue
      const values = fields.get(field) ?? new Map<string, StatedValue>()
      fields.set(field, values)
      const stated = values.get(value_key) ?? { value, hosts: [], evidence_ids: [] }
      values.set(value_key, stated)
      if (!stated.hosts.includes(host)) stated.hosts.push(host)
      if (stated.evidence_ids.length < limits.explain_quotes) stated.evidence_ids.push(evidence_id)
    }
  }
  return [...fields]
    .filter(([, values]) => values.size > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, values]) => ({ field: nameOf(field), values: [...values.values()].map(asText) }))
}

/** `attr:born` is the attribute born, `id:wikidata` the id in that register. */
const nameOf = (field: string) => field.replace(/^attr:/, 'attributes.').replace(/^id:/, 'external_ids.')

const asText = ({ value, ...rest }: StatedValue) => ({
  ...rest,
  value: typeof value === 'string' ? value : JSON.stringify(value),
})
