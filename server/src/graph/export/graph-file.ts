import type { toEntity, toRelationship } from '../read/entity-rows.ts'

export type Entity = ReturnType<typeof toEntity>
export type Relationship = ReturnType<typeof toRelationship>

/** Time and place, a field each. */
export const flatten = ({ when, where }: Pick<Entity, 'when' | 'where'>) => ({
  when: when?.edtf ?? null,
  when_start: when?.start ?? null,
  when_end: when?.end ?? null,
  lat: where?.lat ?? null,
  lon: where?.lon ?? null,
  where_precision: where?.precision ?? null,
  country: where?.country ?? null,
  place_id: where?.place_id ?? null,
})

/** Several values in one field, where a format has no lists: JSON, or nothing. */
export const several = (values: string[] | Record<string, string>): string | null =>
  Object.keys(values).length === 0 ? null : JSON.stringify(values)

/** What a file is an export of. */
export interface Exported {
  domain_id: string
  /** The moment, as ISO 8601. */
  at: string
}

/** How a graph is written down: what comes first, each entity, each relationship, and what comes last. */
export interface GraphFile {
  extension: string
  begin(exported: Exported): string
  entity(entity: Entity): string
  relationship(relationship: Relationship): string
  end: string
}
