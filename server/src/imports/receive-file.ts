import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ImportFormat, ImportMapping } from '@polegraph/contract/graph/imports.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { fail } from '../platform/http/errors.ts'
import { BadMapping, tableLayoutOf } from './facts/column-means.ts'
import { type FileLayout, type RawRow, Unreadable } from './read/raw-row.ts'
import { type OpenFile, openFile } from './read/read-file.ts'
import { cellsOf } from './read/read-table.ts'

// A file as it arrives: its bytes are counted and hashed, its rows are handed on, and nothing is kept of it but what tells the columns.

export interface Arrived {
  bytes: number
  hash: string
  rows: number
  layout: FileLayout
}

export interface FileOptions {
  format: ImportFormat
  mapping: ImportMapping
  ontology: string[]
}

/** Rows of a table by which its columns are understood. */
const sampleRows = 50

/** Hands each row on, with how it is parsed, which the first rows of a table decide. */
export async function receiveFile(
  upload: Readable,
  { format, mapping, ontology }: FileOptions,
  onRow: (row: RawRow, layout: FileLayout) => Promise<void>,
): Promise<Arrived> {
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  const counted = async function* () {
    for await (const chunk of upload as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limits.import_bytes) throw fail('upload_too_large')
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const file = await openFile(format, counted())
    const layoutBy = (first: RawRow[]) => layoutOfFile(file, first, mapping, ontology)
    // A mapping that does not fit is refused before the file is here.
    let layout = layoutBy([])
    let first: RawRow[] | undefined = []
    const handOn = async () => {
      layout = layoutBy(first ?? [])
      for (const row of first ?? []) await onRow(row, layout)
      first = undefined
    }
    for await (const row of file.rows) {
      rows++
      if (!first) await onRow(row, layout)
      else if (first.push(row) === sampleRows) await handOn()
    }
    if (rows === 0) throw new Unreadable('it has no rows')
    if (first) await handOn()
    return { bytes, hash: hash.digest('hex'), rows, layout }
  } catch (error) {
    if (error instanceof Unreadable)
      throw fail('import_unreadable', { text: `file could not be read: ${error.message}` })
    if (error instanceof BadMapping) throw badMapping(error.message)
    throw error
  }
}

export function badMapping(message: string): Error {
  const text = `mapping ${message}`
  return fail('invalid_request', { text, details: [{ path: 'mapping', message: text }] })
}

/** What the columns of a table mean, when its first rows are known. */
function layoutOfFile({ layout }: OpenFile, rows: RawRow[], mapping: ImportMapping, ontology: string[]): FileLayout {
  if (!('columns' in layout)) return layout
  const cells = rows.map(({ text }) => cellsOf(text, layout.separator))
  const samples = layout.columns.map((_, at) =>
    cells.flatMap((row) => (row[at] ? [row[at].slice(0, limits.name_max)] : [])),
  )
  return tableLayoutOf({ ...layout, samples }, mapping, ontology)
}
