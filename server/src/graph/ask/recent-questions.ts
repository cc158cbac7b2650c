import { Cache, firstWord } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CitedAnswer } from './cited-answer.ts'

/** The most that an answer with its citations takes. */
const answerBytes = 20_000
const keptMs = 60_000

interface Kept {
  graph_seq: number
  until: number
  found: Promise<FoundAnswer>
}

interface FoundAnswer {
  answer: CitedAnswer
  /** False for an answer that may be better in a moment: only those who ask meanwhile share it. */
  is_kept: boolean
}

/** Caches answers for a minute, so that a page that is reloaded, or loaded by many, asks once. */
export class RecentQuestions {
  readonly #clock: Clock
  readonly #kept = new Cache<Kept>('answers', () => answerBytes, { ownerOf: firstWord })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the cached answer as long as the graph is unchanged; else asks anew. Equal questions share one call. */
  async find(key: string, graphSeq: number, find: () => Promise<FoundAnswer>): Promise<CitedAnswer> {
    const now = this.#clock.now().getTime()
    const known = this.#kept.get(key)
    if (known && known.graph_seq === graphSeq && known.until > now) return (await known.found).answer
    const kept = { graph_seq: graphSeq, until: now + keptMs, found: find() }
    this.#kept.set(key, kept)
    const forget = () => this.#kept.get(key) === kept && this.#kept.delete(key)
    try {
      const { answer, is_kept } = await kept.found
      if (!is_kept) forget()
      return answer
    } catch (error) {
      forget()
      throw error
    }
  }
}
