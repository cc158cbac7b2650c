// Tables of values (RFC 4180): what separates the values, the rows, and where a row ends in a text that arrives in pieces.

const separators = [',', ';', '\t', '|']

/** Enough to tell what stands between the values. */
const sampleRows = 20

/** What cuts the first rows into the most values, the same number in each. */
export function separatorOf(text: string): string {
  const scored = separators.map((separator) => {
    const rows = csvRowsOf(text, separator)
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
export function* csvRowsOf(text: string, separator: string): Generator<string[], undefined> {
  let row: string[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const [value, end] = valueAt(text, at, separator)
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

/**
 * Where the record that begins at `from` ends: behind its line end. Undefined where the text may go on: a value in quotes that is still open, or a
 * quote or line end at the very end, which may be half of two.
 */
export function endOfRecord(text: string, from: number, separator: string): number | undefined {
  for (let at = from; at < text.length; ) {
    at = valueAt(text, at, separator)[1]
    if (at >= text.length) return undefined
    if (text[at] !== separator) return text[at] === '\r' ? behindReturn(text, at) : at + 1
    at++
  }
  return undefined
}

function behindReturn(text: string, at: number): number | undefined {
  if (at + 1 >= text.length) return undefined
  return text[at + 1] === '\n' ? at + 2 : at + 1
}

/** Letters between the closing quote and the separator belong to the value: somebody has not doubled a quote. */
function valueAt(text: string, from: number, separator: string): [value: string, end: number] {
  if (text[from] !== '"') return plain(text, from, separator)
  const [value, behind] = quoted(text, from)
  const [rest, end] = plain(text, behind, separator)
  return [value + rest, end]
}

function plain(text: string, from: number, separator: string): [value: string, end: number] {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}

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
