export interface Turn {
  /** Whose turn it is, such as a project; the background when left out. */
  holder?: string | undefined
  /** Ends the wait for the turn. */
  ended?: AbortSignal | undefined
}

/** Nobody waits for it: crawling, jobs, and graphs that are loaded. */
const background = 'background'

interface Holder {
  /** Milliseconds of the session, counted from the same beginning for all. */
  used: number
  waiting: (() => void)[]
}

/** More holders than ever have a turn at once: then those that are not needed are forgotten. */
const holdersMost = 100

/**
 * Turns in the one session of the embedded database. The next turn is that of the holder who has had the session for the
 * shortest time: whoever asks little waits for one statement of the others at most, however much they ask, and however
 * long theirs take. Nobody saves up time while they ask nothing.
 */
export class SessionTurns {
  readonly #holders = new Map<string, Holder>()
  readonly #now: () => number
  #isTaken = false
  /** The time that the holder had used whose turn came last. */
  #reached = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Runs the work when it is its turn. */
  async run<Result>({ holder: name = background, ended }: Turn, work: () => Promise<Result>): Promise<Result> {
    const holder = this.#holder(name)
    await this.#take(holder, ended)
    const began = this.#now()
    try {
      return await work()
    } finally {
      holder.used += this.#now() - began
      this.#passOn(holder)
    }
  }

  /** The holder who comes first may have another statement in a moment, of the same call: that one is waited for. */
  #passOn(last: Holder): void {
    const next = this.#next()
    const isFirst = next && last.waiting.length === 0 && last.used < next.used
    if (isFirst) setImmediate(() => this.#pass())
    else this.#pass()
  }

  #holder(name: string): Holder {
    const holder = this.#holders.get(name) ?? { used: 0, waiting: [] }
    this.#holders.set(name, holder)
    return holder
  }

  #take(holder: Holder, ended: AbortSignal | undefined): Promise<void> | undefined {
    ended?.throwIfAborted()
    if (holder.waiting.length === 0) holder.used = Math.max(holder.used, this.#reached)
    if (!this.#isTaken) {
      this.#isTaken = true
      this.#reached = holder.used
      return undefined
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        ended?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        holder.waiting.splice(holder.waiting.indexOf(begin), 1)
        reject(ended?.reason)
      }
      holder.waiting.push(begin)
      ended?.addEventListener('abort', leave, { once: true })
    })
  }

  #next(): Holder | undefined {
    let next: Holder | undefined
    for (const holder of this.#holders.values())
      if (holder.waiting.length > 0 && holder.used < (next?.used ?? Number.POSITIVE_INFINITY)) next = holder
    return next
  }

  #pass(): void {
    const next = this.#next()
    this.#isTaken = next !== undefined
    if (next) this.#reached = next.used
    if (this.#holders.size > holdersMost) this.#forgetIdle()
    next?.waiting.shift()?.()
  }

  #forgetIdle(): void {
    for (const [name, { used, waiting }] of this.#holders)
      if (waiting.length === 0 && used <= this.#reached) this.#holders.delete(name)
  }
}
