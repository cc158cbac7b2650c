import type { EntityFact, RelationshipFact } from '../../store/facts/mentions.ts'
import type { GraphAt } from '../moment/graph-at.ts'

// What a claim says, by the fields of the entity or relationship that it supports.

export interface ClaimedField {
  field: string
  value: string
}

export function fieldsOf(fact: EntityFact | RelationshipFact): ClaimedField[] {
  return 'relation' in fact ? fieldsOfRelationship(fact) : fieldsOfEntity(fact)
}

function fieldsOfEntity({ name, aliases, summary, when, where, attributes, external_ids, urls }: EntityFact) {
  return [
    { field: 'name', value: name },
    ...aliases.map((value) => ({ field: 'aliases', value })),
    ...(summary === null ? [] : [{ field: 'summary', value: summary }]),
    ...(when ? [{ field: 'when', value: when.edtf }] : []),
    ...(where && 'precision' in where ? [{ field: 'where', value: addressOf(where) }] : []),
    ...Object.entries(attributes).map(([key, value]) => ({ field: `attributes.${key}`, value })),
    ...Object.entries(external_ids).map(([register, value]) => ({ field: `external_ids.${register}`, value })),
    ...urls.map((value) => ({ field: 'urls', value })),
  ]
}

function fieldsOfRelationship({ relation, said_as, since, until, role }: RelationshipFact): ClaimedField[] {
  return [
    { field: 'type', value: relation },
    ...(said_as === undefined ? [] : [{ field: 'said_as', value: said_as }]),
    ...(since === null ? [] : [{ field: 'since', value: since }]),
    ...(until === null ? [] : [{ field: 'until', value: until }]),
    ...(role === undefined ? [] : [{ field: 'attributes.role', value: role }]),
  ]
}

/** The words of the page; coordinates where it has no words for the place. */
function addressOf({
  name,
  street,
  postal_code,
  locality,
  region,
  country,
  lat,
  lon,
}: NonNullable<EntityFact['where']>) {
  const words = [name, street, postal_code, locality, region].filter((word) => word)
  return words.length > 0 ? words.join(', ') : lat === null || lat === undefined ? `${country}` : `${lat}, ${lon}`
}

/** Condition: claim `c` supports one of these fields. The same as `fieldsOf`. */
export function supports(at: GraphAt, fields: string[]): string {
  return `(${fields.map((field) => supportsOne(at, field)).join(' or ')})`
}

function supportsOne(at: GraphAt, field: string): string {
  const [part = '', key] = field.split('.', 2)
  // A relationship has one attribute that pages state: what somebody is in it.
  if (field === 'attributes.role') return `coalesce(c.fact -> 'attributes' ->> 'role', c.fact ->> 'role') is not null`
  if (key !== undefined) return `c.fact -> '${part}' ->> ${at.add(key)} is not null`
  if (part === 'aliases' || part === 'urls') return `jsonb_array_length(c.fact -> '${part}') > 0`
  if (part === 'where') return `c.fact -> 'where' ->> 'precision' is not null`
  return `c.fact ->> '${part === 'type' ? 'relation' : part}' is not null`
}
