import type { toEntity, toRelationship } from '../../read/entities/entity-rows.ts'

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
  /** Whether a file of text says at its beginning that it is UTF-8. */
  byte_order_mark?: boolean
}

/** The rows of an export, in the order of the file. Each may be read once, and only as far as it is needed. */
export interface ExportedRows {
  entities: AsyncIterable<Entity[]>
  relationships: AsyncIterable<Relationship[]>
}

/** Writes a file as it reads the rows, and holds no more than some of them. */
export type WriteGraph = (exported: Exported, rows: ExportedRows) => AsyncGenerator<string | Uint8Array<ArrayBuffer>>

/** A format of text: what comes first, each entity, what comes between, each relationship, and what comes last. */
export interface GraphFile {
  begin(exported: Exported): string
  /** A format without it leaves entities out. */
  entity?(entity: Entity, exported: Exported): string
  between?: string
  /** A format without it leaves relationships out: they are not even read. */
  relationship?(relationship: Relationship, exported: Exported): string
  end: string
}

/** Writes each batch of rows at once. */
export function asText(file: GraphFile): WriteGraph {
  return async function* write(exported, { entities, relationships }) {
    let text = file.begin(exported)
    const { entity, relationship } = file
    if (entity) {
      for await (const rows of entities) {
        for (const row of rows) text += entity(row, exported)
        yield text
        text = ''
      }
    }
    text += file.between ?? ''
    if (relationship) {
      for await (const rows of relationships) {
        for (const row of rows) text += relationship(row, exported)
        yield text
        text = ''
      }
    }
    yield text + file.end
  }
}
