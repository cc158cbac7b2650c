import { csvRowsOf, separatorOf } from './csv-rows.ts'
import { tableHtml } from './table-html.ts'

// A table of values as a page: the first row names the columns, and rows are read as those of any table.

export function csvHtml(text: string, type: string): string {
  const separator = type === 'text/tab-separated-values' ? '\t' : separatorOf(text)
  const rows = csvRowsOf(text, separator)
  const { value: columns = [] } = rows.next()
  return tableHtml(columns, rows)
}
