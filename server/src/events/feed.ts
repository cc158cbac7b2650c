import type { Database } from '../platform/db/database.ts'
import type { EventStream } from '../platform/http/event-streams.ts'
import type { Log } from '../platform/log.ts'

// The live end of a log. A process listens once, however many readers it has: a notice makes it read the new events of
// that log, once, and write them to all readers. A reader with an older id first reads what it has missed by itself, at
// its own pace, and then joins.

export interface StreamMessage<Event = unknown> {
  id: number
  /** As it goes over the wire. */
  text: string
  /** What readers choose by. */
  event?: Event
}

/** Whether a reader wants a message; without it, it wants all. */
export type Accepts<Event> = (event: Event) => boolean

/** A store of logs of one kind. */
export interface LogSource<Event = unknown> {
  channel: string
  /** The newest id; undefined when the owner of the log does not exist (any more). */
  lastId(owner: string): Promise<number | undefined>
  /** At least `limit` of them, unless there are no more. */
  read(owner: string, after: number, limit: number): Promise<StreamMessage<Event>[]>
}

export function renderMessage(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/** How many messages are read at a time. */
const batchSize = 200
/** Notices are lost when their connection breaks; then polling finds what is new. */
const safetyNetMs = 5_000

interface Tail<Event> {
  /** The newest id that has been written to the followers. */
  last_id: number
  followers: Map<EventStream, { after: number; accepts: Accepts<Event> | undefined }>
  reading: boolean
  /** A notice came during a read, which may have missed its event. */
  readAgain: boolean
}

export class Feed<Event = unknown> {
  readonly #db: Pick<Database, 'listen'>
  readonly #log: Log
  readonly #source: LogSource<Event>
  readonly #tails = new Map<string, Tail<Event>>()
  #safetyNet: NodeJS.Timeout | undefined

  constructor(options: { db: Pick<Database, 'listen'>; log: Log; source: LogSource<Event> }) {
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
  async follow(owner: string, after: number | undefined, out: EventStream, accepts?: Accepts<Event>): Promise<void> {
    const newest = await this.#source.lastId(owner)
    if (newest === undefined) return out.end()
    // An id ahead of the log is from before a backup was restored.
    let seen = Math.min(after ?? newest, newest)
    // A reader that disconnects before its first event then knows where to go on.
    if (after === undefined) out.write(`id: ${seen}\n\n`)
    for (;;) {
      const tail = this.#tails.get(owner) ?? this.#newTail(owner, newest)
      if (!out.isOpen) return this.#dropIfIdle(owner, tail)
      if (seen >= tail.last_id) return this.#join(owner, tail, out, { after: seen, accepts })
      const messages = await this.#source.read(owner, seen, batchSize)
      const last = messages.at(-1)
      // The rest has been deleted, or the log has ended.
      if (!last) seen = tail.last_id
      else {
        seen = last.id
        write(out, messages, accepts)
        await out.drained()
      }
    }
  }

  #newTail(owner: string, lastId: number): Tail<Event> {
    const tail: Tail<Event> = { last_id: lastId, followers: new Map(), reading: false, readAgain: false }
    this.#tails.set(owner, tail)
    return tail
  }

  #join(
    owner: string,
    tail: Tail<Event>,
    out: EventStream,
    position: { after: number; accepts: Accepts<Event> | undefined },
  ): void {
    tail.followers.set(out, position)
    out.onClose(() => {
      tail.followers.delete(out)
      this.#dropIfIdle(owner, tail)
    })
    // Events that were committed since `lastId` was read sent their notice before this tail existed.
    this.#wake(owner)
  }

  #dropIfIdle(owner: string, tail: Tail<Event>): void {
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

  async #readOn(owner: string, tail: Tail<Event>): Promise<void> {
    tail.reading = true
    try {
      while (tail.readAgain && tail.followers.size > 0) {
        tail.readAgain = false
        const messages = await this.#source.read(owner, tail.last_id, batchSize)
        if (messages.length > 0) this.#write(tail, messages)
        else if ((await this.#source.lastId(owner)) === undefined) for (const out of tail.followers.keys()) out.end()
        if (messages.length >= batchSize) tail.readAgain = true
      }
    } catch (error) {
      // The next notice, or the safety net, tries again.
      this.#log.warn({ err: error, owner }, 'events could not be read')
    } finally {
      tail.reading = false
      this.#dropIfIdle(owner, tail)
    }
  }

  #write(tail: Tail<Event>, messages: StreamMessage<Event>[]): void {
    const before = tail.last_id
    const all = Buffer.from(messages.map(({ text }) => text).join(''))
    tail.last_id = (messages.at(-1) as StreamMessage<Event>).id
    for (const [out, position] of tail.followers) {
      // A reader that joined ahead of the tail has some of them already.
      const { after, accepts } = position
      if (after <= before && !accepts) out.write(all)
      else write(out, after <= before ? messages : messages.filter(({ id }) => id > after), accepts)
      position.after = Math.max(after, tail.last_id)
    }
  }
}

function write<Event>(out: EventStream, messages: StreamMessage<Event>[], accepts: Accepts<Event> | undefined): void {
  const wanted = accepts ? messages.filter(({ event }) => event !== undefined && accepts(event)) : messages
  if (wanted.length > 0) out.write(wanted.map(({ text }) => text).join(''))
}
