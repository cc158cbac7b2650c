import type { toEntity, toRelationship } from '../read/entities/entity-rows.ts'

interface Provenance {
  /** Addresses of the pages behind it; undefined when they are not asked for. */
  pages?: string[] | undefined
}

export type Entity = ReturnType<typeof toEntity> & Provenance
export type Relationship = ReturnType<typeof toRelationship> & Provenance

/** One field for each part of time and place. */
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

/** Several values in one field, for formats without lists: JSON, or null when there are none. */
export const several = (values: string[] | Record<string, string>): string | null =>
  Object.keys(values).length === 0 ? null : JSON.stringify(values)

/** The domain and the moment of an export. */
export interface Exported {
  domain_id: string
  /** ISO 8601. */
  at: string
  /** Whether entities and relationships come with their pages. */
  provenance: boolean
}

/** A file format: what comes first, each entity, each relationship, and what comes last. */
export interface GraphFile {
  begin(exported: Exported): string
  entity(entity: Entity): string
  relationship(relationship: Relationship): string
  end: string
}
