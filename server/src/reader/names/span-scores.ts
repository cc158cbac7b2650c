import type { BaseKind } from '../../facts/claim.ts'
import { foldName } from '../../language/fold-name.ts'
import { baseKindOf, type Sentence } from './rules/mention.ts'
import type { TaggedSpan } from './tagger/tagger.ts'

// What the tagger thinks of the same words wherever they stand on a page: one sentence alone may mislead it.

type ByKind = Record<BaseKind, number>

interface WordScores {
  /** The highest score of each kind. */
  top: ByKind
  /** All scores of each kind together. */
  sums: ByKind
  /** The same of names of no kind that is read, as products and demonyms. */
  none: number
  /** In how many places there may be a name of these words. */
  count: number
}

const nothing = (): WordScores => ({
  top: { person: 0, object: 0, location: 0, event: 0 },
  sums: { person: 0, object: 0, location: 0, event: 0 },
  none: 0,
  count: 0,
})

export class SpanScores {
  readonly #scores = new Map<string, WordScores>()
  readonly #ofSpans = new Map<TaggedSpan, WordScores>()

  add({ tokens }: Sentence, spans: TaggedSpan[], text: string): void {
    const seen = new Set<number>()
    for (const span of spans) {
      const { start, end, kind, score } = span
      const key = foldName(text.slice(tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? 0))
      const known = this.#scores.get(key) ?? nothing()
      this.#scores.set(key, known)
      this.#ofSpans.set(span, known)
      const place = start * 1000 + end
      if (!seen.has(place)) known.count++
      seen.add(place)
      const base = baseKindOf[kind]
      if (base) {
        known.top[base] = Math.max(known.top[base], score)
        known.sums[base] += score
      } else known.none += score
    }
  }

  /** The mean score of the kind of a span over all places of the page that may have a name of its words. */
  meanOf(span: TaggedSpan): number {
    const [known, base] = [this.#ofSpans.get(span), baseKindOf[span.kind]]
    return known && base ? known.sums[base] / known.count : 0
  }

  of(name: string): WordScores {
    return this.#scores.get(foldName(name)) ?? nothing()
  }
}
