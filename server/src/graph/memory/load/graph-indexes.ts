import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../../platform/db/database.ts'
import { sharedReads } from '../../../platform/http/caller-reads.ts'
import { SharedSlots } from '../../../platform/shared-slots.ts'
import { LoopTurns } from '../../../platform/turns.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import type { GraphIndex } from '../index/graph-index.ts'
import { catchUp, loadIndex } from './load-index.ts'
import { selectLastChange } from './queries.ts'

// Caches graph indexes, up to `max_bytes`. A graph is loaded on its first request and brought up to date before each
// answer. The domain that came with the request holds the number of the last change, so an unchanged graph costs no
// query.
//
// Graphs of earlier times are the same from one change to the next, so all times between two changes share an index, and
// those since the last change that of now. Anybody can ask for any number of times: few of their graphs are kept, and
// they are loaded one after the other.

const pastMax = 4
const loadsMax = 2
/** A time at which no graph had anything. */
const beforeAll = '0001-01-01T00:00:00.000Z'

/** Small graphs are loaded within this time. */
const waitMs = 100

const keyOf = ({ domain_id, as_of }: Moment) => `${domain_id} ${as_of ?? ''}`

interface Kept {
  ready: Promise<void>
  index: GraphIndex | undefined
  is_past: boolean
  /** The last change that the index holds. */
  seq: number
  bytes: number
}

export class GraphIndexes {
  readonly #maxBytes: number
  /** In the order of their last use, the latest at the end. */
  readonly #kept = new Map<string, Kept>()

  readonly #loads = new SharedSlots({ total: loadsMax, per_holder: 1, waiting_per_holder: 1 })

  readonly #turns = new LoopTurns()

  /** Resolves when no graph of an earlier time is being loaded. */
  #pastLoaded: Promise<unknown> = Promise.resolve()

  constructor(options: { max_bytes: number }) {
    this.#maxBytes = options.max_bytes
  }

  /** The number of graphs in memory and the bytes that they take. */
  get use(): { graphs: number; bytes: number; max_bytes: number } {
    return { graphs: this.#kept.size, bytes: this.#bytes(), max_bytes: this.#maxBytes }
  }

  get is_half_full(): boolean {
    return this.#bytes() > this.#maxBytes / 2
  }

  /**
   * Holds at least all changes up to that of the moment. Use it before awaiting anything else. That may take a while:
   * each caller has a turn of the event loop to itself, and others are answered in between.
   */
  async at(db: Queryable, moment: Moment): Promise<GraphIndex> {
    await this.#turns.take()
    if (moment.as_of === undefined) return (await this.#at(db, moment)).index as GraphIndex
    for (;;) {
      const { at, has_later, graph_seq } = await selectLastChange(db, moment)
      if (has_later) return (await this.#at(db, { ...moment, as_of: at ?? beforeAll })).index as GraphIndex
      const { index, seq } = await this.#at(db, { ...moment, as_of: undefined, graph_seq })
      // A change that came meanwhile may be later than the time that is asked for.
      if (seq === graph_seq) return index as GraphIndex
    }
  }

  /** As `at`, but undefined for a graph of now that takes longer to load than a caller should wait. It is loaded still. */
  async soon(db: Queryable, moment: Moment): Promise<GraphIndex | undefined> {
    const earlier = this.#kept.get(keyOf(moment))
    if (moment.as_of === undefined && earlier && !earlier.index) return undefined
    const index = this.at(db, moment)
    if (moment.as_of !== undefined || earlier) return index
    const late = new AbortController()
    const waited = sleep(waitMs, undefined, { signal: late.signal }).catch(() => undefined)
    // Whoever asks next is told of a failure: the graph is loaded again then.
    index.catch(() => undefined)
    try {
      return await Promise.race([index, waited])
    } finally {
      late.abort()
    }
  }

  async #at(db: Queryable, moment: Moment): Promise<Kept> {
    const key = keyOf(moment)
    const kept = this.#kept.get(key) ?? this.#load(db, moment)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    try {
      // Requests that come during an update wait for it: the index may hold only half of a change meanwhile.
      for (let awaited: Promise<void> | undefined; awaited !== kept.ready; ) {
        awaited = kept.ready
        await awaited
        const isBehind = kept.seq < moment.graph_seq
        if (isBehind && awaited === kept.ready) kept.ready = this.#advance(sharedReads(db), moment, kept)
      }
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    }
    this.#forgetOldest()
    return kept
  }

  /** A domain was deleted. Whoever waits for its graph still gets it. */
  forget(domainId: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${domainId} `)) this.#kept.delete(key)
  }

  #load(db: Queryable, moment: Moment): Kept {
    const shared = sharedReads(db)
    const is_past = moment.as_of !== undefined
    const kept: Kept = { ready: Promise.resolve(), index: undefined, is_past, seq: moment.graph_seq, bytes: 0 }
    const load = async () => {
      kept.index = await loadIndex(shared, moment)
      await this.#advance(shared, moment, kept)
    }
    // Whoever asks may not wait for it, so that slots of readers do not bound how many are loaded at a time.
    const inTurn = () => Promise.resolve(this.#loads.run(moment.domain_id, load))
    kept.ready = is_past ? this.#pastLoaded.then(load) : inTurn()
    if (is_past) this.#pastLoaded = kept.ready.catch(() => undefined)
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
    let past = [...this.#kept.values()].filter(({ is_past, bytes }) => is_past && bytes > 0).length
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size === 1) return
      // Indexes that are still loading are kept.
      if (kept.bytes === 0 || (bytes <= this.#maxBytes && !(kept.is_past && past > pastMax))) continue
      this.#kept.delete(key)
      bytes -= kept.bytes
      if (kept.is_past) past--
    }
  }

  #bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
