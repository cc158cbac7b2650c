import type { ImportFormat } from '@polegraph/contract/graph/imports.ts'
import { decodeFile } from './decode-file.ts'
import { isTie } from './ftm-schemata.ts'
import type { FileLayout, RawRow } from './raw-row.ts'
import { readGraphml } from './read-graphml.ts'
import { endOfLine, readRows } from './read-lines.ts'
import { readTable } from './read-table.ts'

/** A file while it is read: its rows, and how they are parsed. */
export interface OpenFile {
  layout:
    | Pick<Extract<FileLayout, { columns: string[] }>, 'separator' | 'columns'>
    | Exclude<FileLayout, { columns: string[] }>
  rows: AsyncIterable<RawRow>
}

export async function openFile(format: ImportFormat, bytes: AsyncIterable<Buffer>): Promise<OpenFile> {
  const texts = decodeFile(bytes)
  if (format === 'csv') {
    const { rows, ...layout } = await readTable(texts)
    return { layout, rows }
  }
  if (format === 'graphml') return readGraphml(texts)
  return { layout: {}, rows: readRows(texts, endOfLine, format === 'ftm' ? stageOfFtm : stageOfLine) }
}

/** A line that is no JSON is told of when it is read. */
function stageOfLine(line: string): 1 | 2 {
  return /^\s*\{\s*"relationship"/.test(line) ? 2 : 1
}

function stageOfFtm(line: string): 1 | 2 {
  try {
    return isTie((JSON.parse(line) as { schema?: unknown } | null)?.schema) ? 2 : 1
  } catch {
    return 1
  }
}
