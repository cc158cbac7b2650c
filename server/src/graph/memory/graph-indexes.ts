import type { Queryable } from '../../platform/db/database.ts'
import type { Moment } from '../read/graph-at.ts'
import type { GraphIndex } from './graph-index.ts'
import { catchUp, loadIndex } from './load-index.ts'

// Caches graph indexes, up to `max_bytes`. A graph is loaded on its first request and brought up to date before each
// answer. The domain that came with the request holds the number of the last change, so an unchanged graph costs no
// query.

interface Kept {
  ready: Promise<void>
  index: GraphIndex | undefined
  /** The last change that the index holds. */
  seq: number
  bytes: number
}

export class GraphIndexes {
  readonly #maxBytes: number
  /** In the order of their last use, the latest at the end. */
  readonly #kept = new Map<string, Kept>()

  constructor(options: { max_bytes: number }) {
    this.#maxBytes = options.max_bytes
  }

  /** The number of graphs in memory and the bytes that they take. */
  get use(): { graphs: number; bytes: number } {
    return { graphs: this.#kept.size, bytes: this.#bytes() }
  }

  /** Holds at least all changes up to that of the moment. Call this before awaiting anything else. */
  async at(db: Queryable, moment: Moment): Promise<GraphIndex> {
    const key = `${moment.domain_id} ${moment.as_of ?? ''}`
    const kept = this.#kept.get(key) ?? this.#load(db, moment)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    try {
      // Requests that come during an update wait for it: the index may hold only half of a change meanwhile.
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
    // An index of an earlier time needs no later changes.
    kept.seq = Math.max(last, moment.graph_seq)
    kept.bytes = index.bytes
  }

  #forgetOldest(): void {
    let bytes = this.#bytes()
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size === 1 || bytes <= this.#maxBytes) return
      // Indexes that are still loading are kept.
      if (kept.bytes > 0) this.#kept.delete(key)
      bytes -= kept.bytes
    }
  }

  #bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
