import type { Block } from './parsed-page.ts'
import { cellSeparator } from './table-rows.ts'

/** A label and the value beside it, in one block. */
export interface LabelledRow {
  label: string
  /** The start of the label, from which the fact is quoted. */
  label_start: number
  start: number
  end: number
}

/** The row that a block is: a definition with its term, or a row of two cells. */
export function labelledRow(
  text: string,
  blocks: readonly (Pick<Block, 'kind' | 'start' | 'end'> & { path?: string[] })[],
  at: number,
): LabelledRow | undefined {
  const { kind, start, end, path } = blocks[at] as (typeof blocks)[number]
  const line = text.slice(start, end)
  if (kind === 'definition') {
    const label = path?.at(-1) ?? ''
    const before = blocks[at - 1]
    const isBefore = before !== undefined && text.slice(before.start, before.end) === label
    return label === line ? undefined : { label, label_start: isBefore ? before.start : start, start, end }
  }
  const cut = kind === 'table_row' ? line.indexOf(cellSeparator) : -1
  if (cut <= 0 || line.includes(cellSeparator, cut + 1)) return undefined
  return { label: line.slice(0, cut), label_start: start, start: start + cut + cellSeparator.length, end }
}
