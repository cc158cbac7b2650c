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

/** The messages that a reader wants; without either, all. */
export interface Wants<Event> {
  accepts?: ((event: Event) => boolean) | undefined
  /** Chooses among those that are accepted, where that needs the database. Undefined: there is nothing to follow any more. */
  choose?: ((events: Event[]) => Promise<Event[] | undefined>) | undefined
}

interface Follower<Event> extends Wants<Event> {
  after: number
  /** Messages are chosen and written in their order. */
  telling: Promise<void>
}

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
  followers: Map<EventStream, Follower<Event>>
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
  async follow(owner: string, after: number | undefined, out: EventStream, wants: Wants<Event> = {}): Promise<void> {
    const newest = await this.#source.lastId(owner)
    if (newest === undefined) return out.end()
    // An id ahead of the log is from before a backup was restored.
    let seen = Math.min(after ?? newest, newest)
    // A reader that disconnects before its first event then knows where to go on.
    if (after === undefined) out.write(`id: ${seen}\n\n`)
    for (;;) {
      const tail = this.#tails.get(owner) ?? this.#newTail(owner, newest)
      if (!out.isOpen) return this.#dropIfIdle(owner, tail)
      if (seen >= tail.last_id)
        return this.#join(owner, tail, out, { ...wants, after: seen, telling: Promise.resolve() })
      const messages = await this.#source.read(owner, seen, batchSize)
      const last = messages.at(-1)
      // The rest has been deleted, or the log has ended.
      if (!last) seen = tail.last_id
      else {
        seen = last.id
        await tell(out, messages, wants)
        await out.drained()
      }
    }
  }

  #newTail(owner: string, lastId: number): Tail<Event> {
    const tail: Tail<Event> = { last_id: lastId, followers: new Map(), reading: false, readAgain: false }
    this.#tails.set(owner, tail)
    return tail
  }

  #join(owner: string, tail: Tail<Event>, out: EventStream, follower: Follower<Event>): void {
    tail.followers.set(out, follower)
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
        else this.#endOrphans(tail)
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
    for (const [out, follower] of tail.followers) {
      // A reader that joined ahead of the tail has some of them already.
      const { after, accepts, choose } = follower
      const due = after <= before ? messages : messages.filter(({ id }) => id > after)
      if (choose) follower.telling = follower.telling.then(() => this.#tellChosen(out, due, follower))
      else if (after <= before && !accepts) out.write(all)
      else write(out, accepted(due, follower))
      follower.after = Math.max(after, tail.last_id)
    }
  }

  /** Ends those who follow what is not there any more, also where nothing happens. */
  #endOrphans({ followers }: Tail<Event>): void {
    for (const [out, follower] of followers)
      if (follower.choose) follower.telling = follower.telling.then(() => this.#tellChosen(out, [], follower))
  }

  async #tellChosen(out: EventStream, messages: StreamMessage<Event>[], wants: Wants<Event>): Promise<void> {
    try {
      if (out.isOpen) await tell(out, messages, wants)
    } catch (error) {
      this.#log.warn({ err: error }, 'events could not be chosen')
      // It reconnects, and goes on behind the last one that it has got.
      out.end()
    }
  }
}

const accepted = <Event>(messages: StreamMessage<Event>[], { accepts }: Wants<Event>) =>
  accepts ? messages.filter(({ event }) => event !== undefined && accepts(event)) : messages

function write(out: EventStream, messages: StreamMessage[]): void {
  if (messages.length > 0) out.write(messages.map(({ text }) => text).join(''))
}

async function tell<Event>(out: EventStream, messages: StreamMessage<Event>[], wants: Wants<Event>): Promise<void> {
  const wanted = accepted(messages, wants)
  if (!wants.choose) return write(out, wanted)
  const chosen = await wants.choose(wanted.flatMap(({ event }) => event ?? []))
  if (!chosen) return out.end()
  const kept = new Set(chosen)
  const isKept = ({ event }: StreamMessage<Event>) => event !== undefined && kept.has(event)
  write(out, wanted.filter(isKept))
}
