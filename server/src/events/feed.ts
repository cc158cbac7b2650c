import type { Database } from '../platform/db/database.ts'
import type { EventStream } from '../platform/http/event-streams.ts'
import type { Log } from '../platform/log.ts'

// The live end of a log. A process listens once, however many readers it has: a notice makes it read the new events of
// that log, once, and write them to all readers. A reader with an older id first reads what it has missed by itself, at
// its own pace, and then joins.

export interface StreamMessage {
  id: number
  /** As it goes over the wire. */
  text: string
}

/** A store of logs of one kind. */
export interface LogSource {
  channel: string
  /** The newest id; undefined when the owner of the log does not exist (any more). */
  lastId(owner: string): Promise<number | undefined>
  read(owner: string, after: number, limit: number): Promise<StreamMessage[]>
}

export function renderMessage(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/** How many messages are read at a time. */
const batchSize = 200
/** Notices are lost when their connection breaks; then polling finds what is new. */
const safetyNetMs = 5_000

interface Tail {
  /** The newest id that has been written to the followers. */
  last_id: number
  followers: Map<EventStream, { after: number }>
  reading: boolean
  /** A notice came during a read, which may have missed its event. */
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

  /** Writes to `out` everything after an id; without one, everything from now on. */
  async follow(owner: string, after: number | undefined, out: EventStream): Promise<void> {
    const newest = await this.#source.lastId(owner)
    if (newest === undefined) return out.end()
    // An id ahead of the log is from before a backup was restored.
    let seen = Math.min(after ?? newest, newest)
    // A reader that disconnects before its first event then knows where to go on.
    if (after === undefined) out.write(`id: ${seen}\n\n`)
    for (;;) {
      const tail = this.#tails.get(owner) ?? this.#newTail(owner, newest)
      if (!out.isOpen) return this.#dropIfIdle(owner, tail)
      if (seen >= tail.last_id) return this.#join(owner, tail, seen, out)
      const messages = await this.#source.read(owner, seen, batchSize)
      const last = messages.at(-1)
      // The rest has been deleted, or the log has ended.
      if (!last) seen = tail.last_id
      else {
        seen = last.id
        out.write(messages.map(({ text }) => text).join(''))
        await out.drained()
      }
    }
  }

  #newTail(owner: string, lastId: number): Tail {
    const tail: Tail = { last_id: lastId, followers: new Map(), reading: false, readAgain: false }
    this.#tails.set(owner, tail)
    return tail
  }

  #join(owner: string, tail: Tail, after: number, out: EventStream): void {
    tail.followers.set(out, { after })
    out.onClose(() => {
      tail.followers.delete(out)
      this.#dropIfIdle(owner, tail)
    })
    // Events that were committed since `lastId` was read sent their notice before this tail existed.
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
        const messages = await this.#source.read(owner, tail.last_id, batchSize)
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
    const before = tail.last_id
    const all = Buffer.from(messages.map(({ text }) => text).join(''))
    tail.last_id = (messages.at(-1) as StreamMessage).id
    for (const [out, position] of tail.followers) {
      // A reader that joined ahead of the tail has some of them already.
      if (position.after <= before) out.write(all)
      else out.write(messages.flatMap(({ id, text }) => (id > position.after ? [text] : [])).join(''))
      position.after = Math.max(position.after, tail.last_id)
    }
  }
}
