import { cellsMost } from '../table-html.ts'
import type { Segment } from './rows.ts'

// A table is rows of segments that stand below each other, with nothing across the gaps between them.

export interface PdfTable {
  /** Segments of each cell. */
  rows: Segment[][][]
  /** Rows of the page that it takes. */
  taken: number
}

interface Column {
  x0: number
  x1: number
}

const isBelow = (above: Segment, below: Segment, most: number) =>
  below.y - above.y < most * Math.max(above.size, below.size)

/** The table that begins at a row, if there is one. */
export function tableAt(rows: Segment[][], from: number): PdfTable | undefined {
  const first = rows[from] as Segment[]
  if (first.length < 2 || first.length > cellsMost) return undefined
  let columns: Column[] = first.map(({ x0, x1 }) => ({ x0, x1 }))
  let full = 1
  let end = from + 1
  const continued = new Set<number>()
  for (; end < rows.length; end++) {
    const row = rows[end] as Segment[]
    const above = rows[end - 1] as Segment[]
    if (!isBelow(above[0] as Segment, row[0] as Segment, 3.5)) break
    if (isContinued(row, above, columns)) {
      continued.add(end)
      columns = withRow(columns, row)
      continue
    }
    const wider = withRow(columns, row)
    if (row.length < 2 || wider.length < columns.length || wider.length > cellsMost) break
    columns = wider
    full++
  }
  if (columns.length < 2 || full < (columns.length > 2 ? 2 : 3)) return undefined
  const cells: Segment[][][] = []
  for (let at = from; at < end; at++) {
    const row = columns.map(() => [] as Segment[])
    const target = continued.has(at) ? (cells.at(-1) as Segment[][]) : row
    for (const segment of rows[at] as Segment[]) target[columnOf(columns, segment)]?.push(segment)
    if (target === row) cells.push(row)
  }
  return { rows: cells, taken: end - from }
}

/** A line that goes on in cells of the row above: nothing stands in the first column, and the line is close. */
function isContinued(row: Segment[], above: Segment[], columns: Column[]): boolean {
  const first = row[0] as Segment
  if (first.x0 < (columns[0] as Column).x1 || row.length >= columns.length) return false
  if (!isBelow(above[0] as Segment, first, 1.6)) return false
  return withRow(columns, row).length === columns.length
}

/** The columns with what a row has in them: what touches is one column. */
function withRow(columns: Column[], row: Segment[]): Column[] {
  const all = [...columns, ...row].map(({ x0, x1 }) => ({ x0, x1 })).toSorted((a, b) => a.x0 - b.x0)
  const joined: Column[] = []
  for (const one of all) {
    const last = joined.at(-1)
    if (last && one.x0 < last.x1) last.x1 = Math.max(last.x1, one.x1)
    else joined.push(one)
  }
  return joined
}

const columnOf = (columns: Column[], { x0, x1 }: Segment) => columns.findIndex((one) => x0 < one.x1 && x1 > one.x0)
