import type { Queryable } from '../../platform/db/database.ts'
import type { Moment } from '../read/graph-at.ts'
import type { GraphIndex } from './graph-index.ts'
import { catchUp, loadIndex } from './load-index.ts'

// The graphs that are asked for, as long as there is memory for them. Each is loaded when it is first asked for, and
// brought up to the last change before each answer: the domain that came with the request says which that is, so a
// graph in which nothing has happened costs no query.

interface Kept {
  ready: Promise<void>
  index: GraphIndex | undefined
  /** The last change that is in it. */
  seq: number
  bytes: number
}

export class GraphIndexes {
  readonly #maxBytes: number
  /** The one that was asked for last is the last. */
  readonly #kept = new Map<string, Kept>()

  constructor(options: { max_bytes: number }) {
    this.#maxBytes = options.max_bytes
  }

  /** Of how many graphs, and how much memory they take. */
  get use(): { graphs: number; bytes: number } {
    return { graphs: this.#kept.size, bytes: this.#bytes() }
  }

  /** With all changes up to that of the moment, at least. To be asked before anything else is awaited. */
  async at(db: Queryable, moment: Moment): Promise<GraphIndex> {
    const key = `${moment.domain_id} ${moment.as_of ?? ''}`
    const kept = this.#kept.get(key) ?? this.#load(db, moment)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    try {
      // Those who come while it is brought up to date wait too: in between it may hold half of what belongs together.
      for (let awaited: Promise<void> | undefined; awaited !== kept.ready; ) {
        awaited = kept.ready
        await awaited
        const isBehind = kept.seq < moment.graph_seq
        if (isBehind && awaited === kept.ready) kept.ready = this.#advance(db, moment, kept)
      }
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    }
    this.#forgetOldest()
    return kept.index as GraphIndex
  }

  /** A domain was deleted. Whoever waits for its graph still gets it. */
  forget(domainId: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${domainId} `)) this.#kept.delete(key)
  }

  #load(db: Queryable, moment: Moment): Kept {
    const kept: Kept = { ready: Promise.resolve(), index: undefined, seq: moment.graph_seq, bytes: 0 }
    kept.ready = loadIndex(db, moment).then(async (index) => {
      kept.index = index
      await this.#advance(db, moment, kept)
    })
    return kept
  }

  async #advance(db: Queryable, moment: Moment, kept: Kept): Promise<void> {
    const index = kept.index as GraphIndex
    const last = await catchUp(db, moment, index, kept.seq)
    // Of an earlier time, later changes are none of its business.
    kept.seq = Math.max(last, moment.graph_seq)
    kept.bytes = index.bytes
  }

  #forgetOldest(): void {
    let bytes = this.#bytes()
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size === 1 || bytes <= this.#maxBytes) return
      // One that is being loaded is waited for.
      if (kept.bytes > 0) this.#kept.delete(key)
      bytes -= kept.bytes
    }
  }

  #bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
