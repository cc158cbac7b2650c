import { plainLine } from './plain-text.ts'
import { fitText, padText, textWidth } from './text-width.ts'

export interface TableColumn<Row> {
  title: string
  of(row: Row): string | number | null
  align?: 'right'
  /** Of no use when it is cut, such as an id: it is left out where it does not fit. */
  isWhole?: true
}

const gap = 2
/** No column is cut to less. */
const narrowestColumn = 16

/** The lines of a table, its head first, no wider than `width`: long values are cut, then columns are left out from the right. */
export function renderTable<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], width: number): string[] {
  const cells = columns.map((column) => [
    column.title,
    ...rows.map((row) => {
      const value = column.of(row)
      return value === null ? '-' : plainLine(String(value))
    }),
  ])
  const natural = cells.map((column) => Math.max(...column.map(textWidth)))
  const widths = fitColumns(columns, natural, width)
  return Array.from({ length: rows.length + 1 }, (_, row) => {
    const shown = columns.flatMap(({ align }, at) => {
      const own = widths[at]
      return own === undefined ? [] : [padText(fitText(cells[at]?.[row] ?? '', own), own, align)]
    })
    return shown.join(' '.repeat(gap)).trimEnd()
  })
}

/** The width of each column; undefined for those that are left out. The first always stays. */
function fitColumns(
  columns: readonly Pick<TableColumn<never>, 'isWhole'>[],
  natural: readonly number[],
  width: number,
): (number | undefined)[] {
  for (let shown = columns.length; ; shown--) {
    const widths = natural.slice(0, shown).map((own) => Math.min(own, width))
    const isShort = (at: number) => columns[at]?.isWhole || (widths[at] ?? 0) <= narrowestColumn
    const total = () => widths.reduce((sum, own) => sum + own, gap * (shown - 1))
    // The widest gives way, one column of the terminal at a time, so that the wide ones become alike.
    while (total() > width) {
      const most = Math.max(...widths.map((own, at) => (isShort(at) ? 0 : own)))
      const at = widths.findIndex((own, index) => own === most && !isShort(index))
      if (at < 0) break
      widths[at] = most - 1
    }
    if (total() <= width || shown === 1) return widths
  }
}
