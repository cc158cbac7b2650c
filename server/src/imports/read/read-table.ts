import { limits } from '@polegraph/contract/limits.ts'
import { csvRowsOf, endOfRecord, separatorOf } from '../../reader/documents/csv-rows.ts'
import { type RawRow, Unreadable } from './raw-row.ts'
import { boundRow, readRows } from './read-lines.ts'

/** Enough of a table to tell what separates its values. */
const sampleChars = 65_536

export interface OpenTable {
  separator: string
  columns: string[]
  rows: AsyncIterable<RawRow>
}

/** A table (CSV) whose first row names its columns. */
export async function readTable(texts: AsyncIterable<string>): Promise<OpenTable> {
  const pieces = texts[Symbol.asyncIterator]()
  let start = ''
  let isWhole = false
  while (start.length < sampleChars && !isWhole) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else start += next.value
  }
  start = start.replace(/^[\r\n]+/, '')
  const separator = separatorOf(start)
  const end = endOfRecord(start, 0, separator) ?? start.length
  const columns = namesOf(cellsOf(boundRow(start.slice(0, end), 1), separator))
  const rest = async function* () {
    yield start.slice(end)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  const endOfRow = (text: string, from: number) => endOfRecord(text, from, separator)
  return { separator, columns, rows: readRows(rest(), endOfRow, () => 1, 2) }
}

/** The values of one row. */
export const cellsOf = (row: string, separator: string): string[] => csvRowsOf(row, separator).next().value ?? []

/** Names of columns, told apart where two are the same. */
function namesOf(cells: string[]): string[] {
  if (cells.length === 0) throw new Unreadable('it is empty')
  if (cells.length > limits.import_columns_max)
    throw new Unreadable(`it has ${cells.length} columns, and may have ${limits.import_columns_max}`)
  const seen = new Map<string, number>()
  return cells.map((cell, at) => {
    const name = cell.slice(0, limits.name_max) || `column ${at + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}
