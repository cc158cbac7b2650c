import type { FileLayout, TableLayout } from './read/raw-row.ts'

const samplesShown = 3

/** How the columns of a file were understood; null where it has none. */
export function columnsOf(layout: FileLayout) {
  const table = 'columns' in layout ? (layout as TableLayout) : undefined
  return {
    kind: table?.kind ?? null,
    columns:
      table?.columns.map((column, at) => ({
        column,
        means: table.means[at] ?? null,
        samples: (table.samples[at] ?? []).slice(0, samplesShown),
      })) ?? null,
  }
}
