import { type Entity, flatten, type Relationship, several } from './graph-file.ts'

// Entities and relationships as rows of a table, for formats that are one: each field is a column, and several values
// in one field are JSON.

export type Cell = string | number | null

export type ColumnType = 'text' | 'real' | 'count' | 'time'

const both = {
  confidence: 'real',
  evidence_count: 'count',
  source_count: 'count',
  created_at: 'time',
  updated_at: 'time',
} as const satisfies Record<string, ColumnType>

/** Of each table, in the order of its columns; `pages` comes last, where they are asked for. */
export const columnsOfEntities = {
  id: 'text',
  kind: 'text',
  name: 'text',
  aliases: 'text',
  summary: 'text',
  attributes: 'text',
  when: 'text',
  when_start: 'text',
  when_end: 'text',
  lat: 'real',
  lon: 'real',
  where_precision: 'text',
  country: 'text',
  place_id: 'text',
  external_ids: 'text',
  urls: 'text',
  merged_from: 'text',
  relationship_count: 'count',
  first_seen_at: 'time',
  last_seen_at: 'time',
  ...both,
} as const satisfies Record<string, ColumnType>

export const columnsOfRelationships = {
  id: 'text',
  from_id: 'text',
  from_kind: 'text',
  from_name: 'text',
  type: 'text',
  to_id: 'text',
  to_kind: 'text',
  to_name: 'text',
  certainty: 'text',
  said_as: 'text',
  attributes: 'text',
  since: 'text',
  until: 'text',
  ...both,
} as const satisfies Record<string, ColumnType>

/** Both in one table. */
export const columnsOfBoth = {
  row_type: 'text',
  ...columnsOfEntities,
  ...columnsOfRelationships,
} as const satisfies Record<string, ColumnType>

export type Columns = Readonly<Record<string, ColumnType>>
export type Cells = Readonly<Record<string, Cell | undefined>>

export const withPages = (columns: Columns, { provenance }: { provenance: boolean }): Columns =>
  provenance ? { ...columns, pages: 'text' } : columns

export function cellsOfEntity(entity: Entity): Cells {
  const { aliases, attributes, when, where, external_ids, urls, merged_from, pinned: _, pages, ...cells } = entity
  return {
    row_type: 'entity',
    ...cells,
    aliases: several(aliases),
    attributes: several(attributes),
    ...flatten({ when, where }),
    external_ids: several(external_ids),
    urls: several(urls),
    merged_from: several(merged_from),
    pages: several(pages ?? []),
  }
}

export function cellsOfRelationship({
  from,
  to,
  said_as,
  attributes,
  pages,
  pinned: _,
  ...cells
}: Relationship): Cells {
  return {
    row_type: 'relationship',
    ...cells,
    said_as: several(said_as),
    attributes: several(attributes),
    from_id: from.id,
    from_kind: from.kind,
    from_name: from.name,
    to_id: to.id,
    to_kind: to.kind,
    to_name: to.name,
    pages: several(pages ?? []),
  }
}
