import type { Span } from '../../../facts/find-quote.ts'
import { lowerBound } from '../../../language/lower-bound.ts'

/** Spans of a text that do not overlap. */
export class Spans {
  readonly #spans: Span[]
  readonly #ends: Uint32Array

  constructor(spans: Span[]) {
    this.#spans = spans.toSorted((a, b) => a.start - b.start)
    this.#ends = Uint32Array.from(this.#spans, ({ end }) => end)
  }

  /** Those that share text with another span. */
  in({ start, end }: Span): Span[] {
    const found: Span[] = []
    for (let at = lowerBound(this.#ends, start + 1); at < this.#spans.length; at++) {
      const span = this.#spans[at] as Span
      if (span.start >= end) break
      found.push(span)
    }
    return found
  }

  /** The parts of another span that are in none of these. */
  gapsIn(span: Span): Span[] {
    const gaps: Span[] = []
    let from = span.start
    for (const { start, end } of this.in(span)) {
      if (start > from) gaps.push({ start: from, end: start })
      from = Math.max(from, end)
    }
    if (from < span.end) gaps.push({ start: from, end: span.end })
    return gaps
  }
}
