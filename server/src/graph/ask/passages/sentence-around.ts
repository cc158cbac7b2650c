import { readSentences } from '../../../language/sentences/sentences.ts'

const sentenceMax = 500

/** Part of a page's text, with the expected offset of a quote in it. */
export interface Context {
  text: string
  quote_at: number
  /** The text begins at the start of the page, not in the middle of a sentence. */
  is_start: boolean
  /** The text ends at the end of the page. */
  is_end: boolean
}

/** The sentences that a quote is part of, verbatim; the quote itself where they would be too long. */
export function sentenceAround(quote: string, { text, quote_at, is_start, is_end }: Context): string {
  const start = nearest(text, quote, quote_at)
  if (start < 0) return quote
  const end = start + quote.length
  const spans = readSentences(text).map((tokens) => ({ start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 }))
  const first = spans.findIndex((span) => span.end > start)
  const last = spans.findLastIndex((span) => span.start < end)
  if (first < 0 || last < first) return quote
  // The first and the last sentence of the context may be incomplete.
  const isCutBefore = first === 0 && !is_start
  const isCutBehind = last === spans.length - 1 && !is_end && !/[.!?…。！？]["'”’»)\]]*\s*$/u.test(text)
  const from = isCutBefore ? start : Math.min(start, spans[first]?.start ?? start)
  const to = isCutBehind ? end : Math.max(end, spans[last]?.end ?? end)
  return to - from > sentenceMax ? quote : text.slice(from, to)
}

/**
 * The occurrence nearest to the expected offset: the database counts characters, JavaScript counts UTF-16 code units.
 */
function nearest(text: string, quote: string, expected: number): number {
  if (text.startsWith(quote, expected)) return expected
  const before = text.lastIndexOf(quote, expected)
  const after = text.indexOf(quote, expected)
  if (before < 0 || after < 0) return Math.max(before, after)
  return expected - before <= after - expected ? before : after
}
