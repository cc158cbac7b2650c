import { escapeHtml } from '../../language/escape-html.ts'
import { pageBounds } from '../html/page-bounds.ts'

/** Rows and cells of a table; what is beyond is left out, as it is of pages. */
const rowsMost = pageBounds.blocks
export const cellsMost = 200

const address = /^https?:\/\/\S+$/

/** A table, of which the first row names the columns. An address in a cell is a link. */
export function tableHtml(columns: string[], rows: Iterable<string[]>): string {
  const cell = (tag: 'th' | 'td', text: string) => {
    const shown = escapeHtml(text)
    return `<${tag}>${address.test(text) ? `<a href="${shown}">${shown}</a>` : shown}</${tag}>`
  }
  const row = (tag: 'th' | 'td', cells: string[]) => {
    const inner = cells.slice(0, cellsMost).map((text) => cell(tag, text))
    return `<tr>${inner.join('')}</tr>`
  }
  const lines = [`<table><thead>${row('th', columns)}</thead><tbody>`]
  let chars = 0
  for (const cells of rows) {
    const line = row('td', cells)
    chars += line.length
    if (lines.length > rowsMost || chars > 2 * pageBounds.text_chars) break
    lines.push(line)
  }
  return `${lines.join('\n')}</tbody></table>`
}
