import type { Exported, GraphFile } from './graph-file.ts'
import {
  type Cell,
  type Cells,
  cellsOfEntity,
  cellsOfRelationship,
  columnsOfEntities,
  columnsOfRelationships,
} from './table.ts'

// CSV (RFC 4180): one table for a spreadsheet, entities first, then relationships; or a table for each.

const mixed = [
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

/** Excel takes a file without it for one in the code page of its machine. */
const byteOrderMark = '\ufeff'

type Rows = 'entity' | 'relationship'

function csvOf(columns: readonly string[], rows: readonly Rows[]): GraphFile {
  const withPages = [...columns, 'pages']
  const names = ({ provenance }: Exported) => (provenance ? withPages : columns)
  return {
    begin: (exported) => `${exported.byte_order_mark ? byteOrderMark : ''}${names(exported).join(',')}\r\n`,
    ...(rows.includes('entity') && { entity: (one, exported) => line(cellsOfEntity(one), names(exported)) }),
    ...(rows.includes('relationship') && {
      relationship: (one, exported) => line(cellsOfRelationship(one), names(exported)),
    }),
    end: '',
  }
}

export const csvFile = csvOf(mixed, ['entity', 'relationship'])
export const entitiesCsv = csvOf(Object.keys(columnsOfEntities), ['entity'])
export const relationshipsCsv = csvOf(Object.keys(columnsOfRelationships), ['relationship'])

const line = (cells: Cells, names: readonly string[]) =>
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
