import { foldName } from '../../../language/fold-name.ts'
import type { BlockDraft } from '../../blocks/block-draft.ts'

// What the cells of a table say about its shape: whether its first row is a head, and where cells span rows.

/** Some tables write their headings into plain cells: short, none of them a number, in every column. */
export function isHeadOf(rows: BlockDraft[]): boolean {
  const [first, ...others] = rows as [BlockDraft, ...BlockDraft[]]
  if (others.length < 2 || first.cells.length < 3) return false
  const texts = first.cells.map(({ start, end }) => first.text.slice(start, end))
  if (texts.some((text) => text.length > 25 || /\d|@|:\/\//.test(text))) return false
  const hasNumbers = (row: BlockDraft) => /\d/.test(row.text)
  return others.filter(hasNumbers).length * 2 > others.length
}

const isNumber = /^\d/

/**
 * How far the cells of a row stand to the left because a cell above spans its row: the first cells of the full rows are
 * times or numbers, and that of this row is none.
 */
export function leadingSpans(rows: BlockDraft[]): (row: BlockDraft) => number {
  const counts = rows.map(({ cells }) => (cells.at(-1)?.column ?? 0) + 1)
  const most = Math.max(0, ...counts.slice(0, 1_000))
  const firstOf = ({ cells, text }: BlockDraft) => text.slice(cells[0]?.start ?? 0, cells[0]?.end ?? 0)
  const full = rows.filter((_, at) => counts[at] === most)
  if (full.filter((row) => isNumber.test(firstOf(row))).length * 2 <= full.length) return () => 0
  return (row) => {
    const count = (row.cells.at(-1)?.column ?? 0) + 1
    return count < most && !isNumber.test(firstOf(row)) ? most - count : 0
  }
}

/** Columns are called as their headings say, so that one more column does not change the names of the others. */
export function columnNames(labels: Record<number, string>): string[] {
  const names: string[] = []
  for (const [column, label] of Object.entries(labels)) {
    const name = foldName(label)
    if (name !== '' && !names.includes(name)) names[Number(column) / 10] = name
  }
  return Array.from(names, (name, at) => name ?? `${at}`)
}
