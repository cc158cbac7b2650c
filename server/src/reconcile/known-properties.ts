import type { Queryable } from '../platform/db/database.ts'
import { relationshipType } from './property-values.ts'
import { selectPropertyIds } from './queries.ts'
import type { ReconcileScope } from './scope.ts'

export interface KnownProperty {
  id: string
  name: string
}

const always: KnownProperty[] = [
  { id: 'kind', name: 'kind' },
  { id: 'aliases', name: 'other names' },
  { id: 'summary', name: 'summary' },
  { id: 'when', name: 'time (EDTF)' },
  { id: 'when.start', name: 'first day' },
  { id: 'when.end', name: 'last day' },
  { id: 'where.country', name: 'country' },
  { id: 'where.lat', name: 'latitude' },
  { id: 'where.lon', name: 'longitude' },
]
const withFacts: KnownProperty[] = [
  { id: 'where.place_id', name: 'place in GeoNames' },
  { id: 'urls', name: 'home pages' },
]

/** The properties that entities of a kind have, the most frequent first, then those that all may have. */
export async function listProperties(
  db: Queryable,
  scope: ReconcileScope,
  kind: string | undefined,
): Promise<KnownProperty[]> {
  const ofKind = kind !== undefined && scope.ontology.includes(kind) ? kind : undefined
  const found = await selectPropertyIds(db, scope.moment, ofKind)
  const shown = found.filter(({ id }) => {
    if (relationshipType(id) !== undefined) return scope.has_relationships
    return scope.has_facts || id.startsWith('attributes.')
  })
  return [...shown.map(({ id }) => ({ id, name: nameOf(id) })), ...always, ...(scope.has_facts ? withFacts : [])]
}

/** For people: `birth date`, `works for`, `works for (the other way)`. */
export function nameOf(id: string): string {
  const known = [...always, ...withFacts].find((property) => property.id === id)
  if (known) return known.name
  const [, group = '', key = id] = /^(\w+)\.(.+)$/.exec(id) ?? []
  const words = key.replaceAll('_', ' ')
  if (group === 'external_ids') return `id in ${words}`
  return group === 'in' ? `${words} (the other way)` : words
}
