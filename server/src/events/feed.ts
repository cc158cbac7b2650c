import type { Database } from '../platform/db/database.ts'
import type { EventStream } from '../platform/http/event-streams.ts'
import type { Log } from '../platform/log.ts'

// The live end of a log. One process listens once, however many readers it has: a notice makes it read
// what is new in that log, once, and write it to all who follow. A reader who comes with an older id
// first reads alone what it has missed, at its own pace, and joins when it has caught up.

export interface StreamMessage {
  id: number
  /** As it goes over the wire. */
  text: string
}

/** Where a kind of log is kept. */
export interface LogSource {
  channel: string
  /** The newest id; undefined when the log's owner does not exist (any more). */
  lastId(owner: string): Promise<number | undefined>
  read(owner: string, after: number, limit: number): Promise<StreamMessage[]>
}

export function renderMessage(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/** How many messages are read at a time. */
const batchSize = 200
/** Notices can be lost with the connection that hears them; then this finds what is new. */
const safetyNetMs = 5_000

interface Tail {
  /** The newest id that has been written to the followers. */
  lastId: number
  followers: Map<EventStream, { after: number }>
  reading: boolean
  /** A notice came while reading: what it is about may have been missed. */
  readAgain: boolean
}

export class Feed {
  readonly #db: Pick<Database, 'listen'>
  readonly #log: Log
  readonly #source: LogSource
  readonly #tails = new Map<string, Tail>()
  #safetyNet: NodeJS.Timeout | undefined

  constructor(options: { db: Pick<Database, 'listen'>; log: Log; source: LogSource }) {
    this.#db = options.db
    this.#log = options.log
    this.#source = options.source
  }

  async start(): Promise<void> {
    await this.#db.listen(this.#source.channel, {
      onNotice: (owner) => this.#wake(owner),
      onLive: (live) => live && this.#wakeAll(),
    })
    this.#safetyNet ??= setInterval(() => this.#wakeAll(), safetyNetMs).unref()
  }

  stop(): void {
    clearInterval(this.#safetyNet)
  }

  /** Writes to `out` all that comes after an id, or without one all that comes from now on. */
  async follow(owner: string, after: number | undefined, out: EventStream): Promise<void> {
    const newest = await this.#source.lastId(owner)
    if (newest === undefined) return out.end()
    // An id ahead of the log is from before a backup was restored.
    let seen = Math.min(after ?? newest, newest)
    // So that a reader who breaks off before its first event knows where to go on.
    if (after === undefined) out.write(`id: ${seen}\n\n`)
    for (;;) {
      const tail = this.#tails.get(owner) ?? this.#newTail(owner, newest)
      if (!out.isOpen) return this.#dropIfIdle(owner, tail)
      if (seen >= tail.lastId) return this.#join(owner, tail, seen, out)
      const messages = await this.#source.read(owner, seen, batchSize)
      const last = messages.at(-1)
      // The rest has been forgotten, or the log has ended.
      if (!last) seen = tail.lastId
      else {
        seen = last.id
        out.write(messages.map(({ text }) => text).join(''))
        await out.drained()
      }
    }
  }

  #newTail(owner: string, lastId: number): Tail {
    const tail: Tail = { lastId, followers: new Map(), reading: false, readAgain: false }
    this.#tails.set(owner, tail)
    return tail
  }

  #join(owner: string, tail: Tail, after: number, out: EventStream): void {
    tail.followers.set(out, { after })
    out.onClose(() => {
      tail.followers.delete(out)
      this.#dropIfIdle(owner, tail)
    })
    // What was committed since `lastId` was asked for came with a notice that found no tail.
    this.#wake(owner)
  }

  #dropIfIdle(owner: string, tail: Tail): void {
    if (tail.followers.size === 0 && !tail.reading && this.#tails.get(owner) === tail) this.#tails.delete(owner)
  }

  #wake(owner: string): void {
    const tail = this.#tails.get(owner)
    if (!tail) return
    tail.readAgain = true
    if (!tail.reading) void this.#readOn(owner, tail)
  }

  #wakeAll(): void {
    for (const owner of this.#tails.keys()) this.#wake(owner)
  }

  async #readOn(owner: string, tail: Tail): Promise<void> {
    tail.reading = true
    try {
      while (tail.readAgain && tail.followers.size > 0) {
        tail.readAgain = false
        const messages = await this.#source.read(owner, tail.lastId, batchSize)
        if (messages.length > 0) this.#write(tail, messages)
        else if ((await this.#source.lastId(owner)) === undefined) for (const out of tail.followers.keys()) out.end()
        if (messages.length === batchSize) tail.readAgain = true
      }
    } catch (error) {
      // The next notice, or the safety net, tries again.
      this.#log.warn({ err: error, owner }, 'events could not be read')
    } finally {
      tail.reading = false
      this.#dropIfIdle(owner, tail)
    }
  }

  #write(tail: Tail, messages: StreamMessage[]): void {
    const before = tail.lastId
    const all = Buffer.from(messages.map(({ text }) => text).join(''))
    tail.lastId = (messages.at(-1) as StreamMessage).id
    for (const [out, position] of tail.followers) {
      // Who joined ahead of the tail has some of them already.
      if (position.after <= before) out.write(all)
      else out.write(messages.flatMap(({ id, text }) => (id > position.after ? [text] : [])).join(''))
      position.after = Math.max(position.after, tail.lastId)
    }
  }
}
