import { type Entity, flatten, type GraphFile, type Relationship, several } from './graph-file.ts'

// CSV (RFC 4180): one table for a spreadsheet, entities first, then relationships.

type Cell = string | number | null

const columns = [
  'row_type',
  'id',
  'kind',
  'name',
  'aliases',
  'summary',
  'attributes',
  'when',
  'when_start',
  'when_end',
  'lat',
  'lon',
  'where_precision',
  'country',
  'place_id',
  'external_ids',
  'urls',
  'merged_from',
  'type',
  'certainty',
  'said_as',
  'from_id',
  'from_name',
  'to_id',
  'to_name',
  'since',
  'until',
  'confidence',
  'relationship_count',
  'evidence_count',
  'source_count',
  'first_seen_at',
  'last_seen_at',
  'created_at',
  'updated_at',
] as const

const columnsWithPages = [...columns, 'pages'] as const

type Cells = Partial<Record<(typeof columnsWithPages)[number], Cell>>

const columnsOf = ({ pages }: Entity | Relationship) => (pages ? columnsWithPages : columns)

export const csvFile: GraphFile = {
  begin: ({ provenance }) => `${(provenance ? columnsWithPages : columns).join(',')}\r\n`,
  entity: (entity) => line(cellsOfEntity(entity), columnsOf(entity)),
  relationship: (one) => line(cellsOfRelationship(one), columnsOf(one)),
  end: '',
}

function cellsOfEntity({ aliases, attributes, when, where, external_ids, urls, merged_from, ...rest }: Entity): Cells {
  const { pinned: _, pages, ...cells } = rest
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

function cellsOfRelationship({ from, to, said_as, attributes, pages, ...cells }: Relationship): Cells {
  return {
    row_type: 'relationship',
    ...cells,
    said_as: several(said_as),
    attributes: several(attributes),
    from_id: from.id,
    from_name: from.name,
    to_id: to.id,
    to_name: to.name,
    pages: several(pages ?? []),
  }
}

const line = (cells: Cells, names: readonly (keyof Cells)[]) =>
  `${names.map((name) => render(cells[name] ?? null)).join(',')}\r\n`

/** A text that a spreadsheet takes for a formula: also full-width signs, and what follows a tab or a line break. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u

/**
 * Puts an apostrophe before a formula, and before a text that already has apostrophes and a formula: so it is
 * reversible.
 */
function render(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
