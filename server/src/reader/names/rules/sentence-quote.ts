import type { Quote } from '../../../facts/claim.ts'
import type { TextToken } from '../../../language/sentences/sentences.ts'

const quoteMax = 300

interface Span {
  start: number
  end: number
}

/** The quote of what a sentence says of two of its parts: the whole sentence, or as much of it as fits around both. */
export function quoteAround(text: string, tokens: TextToken[], [a, b]: [Span, Span]): Quote {
  const [first, last] = a.start < b.start ? [a, b] : [b, a]
  let start = Math.min(first.start, tokens[0]?.start ?? first.start)
  let end = Math.max(last.end, tokens.at(-1)?.end ?? last.end)
  if (end - start > quoteMax) {
    const room = Math.max(0, quoteMax - (last.end - first.start))
    start = tokens.find((token) => token.start >= first.start - room / 2)?.start ?? first.start
    start = Math.min(start, first.start)
    end = Math.max(last.end, tokens.findLast((token) => token.end <= start + quoteMax)?.end ?? last.end)
  }
  return { text: text.slice(start, end), start, end }
}
