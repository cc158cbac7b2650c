import type { BlockDraft } from './block-draft.ts'

// A row of a data table becomes one block, because its cells mean something only together. A row of a layout table does
// not: its cells are parts of the page in their own right.

export class RowDraft {
  /** The number of blocks before the row, and before each of its cells. */
  readonly start: number
  readonly cells: number[] = []
  /** How many of the cells are headings of a column or of the row. */
  headings = 0
  has_table = false

  constructor(start: number) {
    this.start = start
  }
}

const cellMax = 300
const rowMax = 2000
/** Some pages write each line of a cell into a paragraph. */
const blocksPerCell = 4

export const cellSeparator = ' | '

export function joinRow(blocks: BlockDraft[], row: RowDraft): void {
  const inside = blocks.slice(row.start)
  if (inside.length === 0) return
  const cells = row.cells.map((from, at) => blocks.slice(from, row.cells[at + 1] ?? blocks.length))
  const filled = cells.filter((cell) => cell.length > 0)
  if (row.has_table || filled.length < 2 || !filled.every(isDatum) || lengthOf(inside) > rowMax) {
    for (const block of inside) if (block.kind === 'table_row' && !block.is_row) block.kind = 'paragraph'
    return
  }
  const first = inside[0] as BlockDraft
  first.kind = 'table_row'
  first.is_row = true
  first.level = 0
  first.cells = []
  first.is_head = row.headings === row.cells.length
  let text = ''
  for (const [column, cell] of cells.entries()) {
    if (cell.length === 0) continue
    if (text !== '') text += cellSeparator
    const start = text.length
    text += cell.map((block) => block.text).join(' ')
    first.cells.push({ column, start, end: text.length })
  }
  first.text = text
  first.link_chars = inside.reduce((sum, { link_chars }) => sum + link_chars, 0)
  first.link_positions = inside.flatMap(({ link_positions }) => link_positions)
  first.links = inside.reduce((sum, { links }) => sum + links, 0)
  blocks.length = row.start + 1
}

function isDatum(cell: BlockDraft[]): boolean {
  return cell.length <= blocksPerCell && lengthOf(cell) <= cellMax && cell.every(({ kind }) => kind !== 'heading')
}

function lengthOf(blocks: BlockDraft[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}
