import { limits } from '@polegraph/contract/limits.ts'
import { type RawRow, Unreadable } from './raw-row.ts'

/** Where the first row of a text ends, behind its line end; undefined where more of it may come. */
export type EndOfRow = (text: string, from: number) => number | undefined

/** The rows of a text that arrives in pieces, without those that have nothing in them. The last one needs no line end. */
export async function* readRows(
  texts: AsyncIterable<string>,
  endOfRow: EndOfRow,
  stageOf: (row: string) => 1 | 2 = () => 1,
  firstNumber = 1,
): AsyncGenerator<RawRow> {
  let rest = ''
  let number = firstNumber
  const rowOf = (text: string): RawRow[] => {
    const row = { number: number++, text, stage: stageOf(text) }
    return text.trim() === '' ? [] : [row]
  }
  for await (const text of texts) {
    rest += text
    let from = 0
    for (let end = endOfRow(rest, from); end !== undefined; end = endOfRow(rest, from)) {
      yield* rowOf(withoutLineEnd(boundRow(rest.slice(from, end), number)))
      from = end
    }
    rest = boundRow(rest.slice(from), number)
  }
  if (rest !== '') yield* rowOf(withoutLineEnd(rest))
}

export const endOfLine: EndOfRow = (text, from) => {
  const at = text.indexOf('\n', from)
  return at < 0 ? undefined : at + 1
}

const withoutLineEnd = (row: string) => row.replace(/\r?\n$|\r$/, '')

/** A row is kept in memory as a whole. */
export function boundRow(row: string, number: number): string {
  if (row.length <= limits.import_row_bytes) return row
  throw new Unreadable(`row ${number} is longer than ${limits.import_row_bytes / 1024} KB`)
}
