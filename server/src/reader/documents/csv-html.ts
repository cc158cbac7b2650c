import { tableHtml } from './table-html.ts'

// A table of values as a page: the first row names the columns (RFC 4180), and rows are read as those of any table.

const separators = [',', ';', '\t', '|']

/** Enough to tell what stands between the values. */
const sampleRows = 20

export function csvHtml(text: string, type: string): string {
  const separator = type === 'text/tab-separated-values' ? '\t' : separatorOf(text)
  const rows = rowsOf(text, separator)
  const { value: columns = [] } = rows.next()
  return tableHtml(columns, rows)
}

/** What cuts the first rows into the most values, the same number in each. */
function separatorOf(text: string): string {
  const scored = separators.map((separator) => {
    const rows = rowsOf(text, separator)
    const counts: number[] = []
    for (let next = rows.next(); !next.done && counts.length < sampleRows; next = rows.next())
      counts.push(next.value.length)
    const [first = 0] = counts
    const alike = counts.filter((count) => count === first).length
    return { separator, score: first < 2 ? 0 : alike / counts.length + first / 1000 }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).separator
}

/** Rows that have a value. A quoted value may hold separators, line ends and, doubled, quotes. */
function* rowsOf(text: string, separator: string): Generator<string[], undefined> {
  let row: string[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const [value, end] = text[at] === '"' ? quoted(text, at) : plain(text, at, separator)
    row.push(value.trim())
    at = end
    if (text[at] === separator) {
      at++
      if (at < text.length) continue
      row.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (row.some((cell) => cell !== '')) yield row
    row = []
  }
  return undefined
}

function plain(text: string, from: number, separator: string): [value: string, end: number] {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}

/** Letters between the closing quote and the separator belong to the value: somebody has not doubled a quote. */
function quoted(text: string, from: number): [value: string, end: number] {
  const parts: string[] = []
  let start = from + 1
  for (;;) {
    const end = text.indexOf('"', start)
    if (end < 0) return [parts.concat(text.slice(start)).join('"'), text.length]
    parts.push(text.slice(start, end))
    start = end + 1
    if (text[start] !== '"') return [parts.join('"'), start]
    start++
  }
}
