// Shares a few slots among holders, such as projects, so that none of them keeps the others waiting for long. A holder
// may have only some of the slots. Who finds none waits; holders that wait are served in turn, however many of one wait.

export interface SharedSlotsOptions {
  total: number
  /** When not given, a holder may take another slot while it has fewer than are free: alone it gets half of them. */
  per_holder?: number
  /** How many of one holder may wait; any number when not given. */
  waiting_per_holder?: number
}

/** Whether a holder with so many may take one more. However many it wants, something is left for the next holder. */
export const leavesSome = (held: number, free: number) => held < free

/** Thrown when too many of one holder wait already. */
export class SlotsTaken extends Error {
  override name = 'SlotsTaken'
}

interface Waiting {
  begin(): void
}

export class SharedSlots {
  readonly #options: SharedSlotsOptions
  readonly #held = new Map<string, number>()
  /** Holders in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  #free: number

  constructor(options: SharedSlotsOptions) {
    this.#options = options
    this.#free = options.total
  }

  get use(): { held: number; waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    return { held: this.#options.total - this.#free, waiting }
  }

  /**
   * Runs the work when a slot is free: at once where possible. Whoever must wait is asked for a signal that ends that, and
   * waits before or behind others of the same holder.
   */
  run<Result>(
    holder: string,
    work: () => Result | Promise<Result>,
    ended?: () => AbortSignal,
    isFirst = false,
  ): Result | Promise<Result> {
    if (!this.#mayTake(holder)) return this.#wait(holder, ended?.(), isFirst).then(() => this.#runTaken(holder, work))
    this.#take(holder)
    return this.#runTaken(holder, work)
  }

  #runTaken<Result>(holder: string, work: () => Result | Promise<Result>): Result | Promise<Result> {
    let isUnderWay = false
    try {
      const result = work()
      if (!(result instanceof Promise)) return result
      isUnderWay = true
      return result.finally(() => this.#release(holder))
    } finally {
      if (!isUnderWay) this.#release(holder)
    }
  }

  #wait(holder: string, ended: AbortSignal | undefined, isFirst: boolean): Promise<void> {
    const queue = this.#waiting.get(holder) ?? []
    if (queue.length >= (this.#options.waiting_per_holder ?? Number.POSITIVE_INFINITY))
      throw new SlotsTaken('too many wait already')
    ended?.throwIfAborted()
    this.#waiting.set(holder, queue)
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) this.#waiting.delete(holder)
        reject(ended?.reason)
      }
      const waiting = {
        begin: () => {
          ended?.removeEventListener('abort', leave)
          resolve()
        },
      }
      if (isFirst) queue.unshift(waiting)
      else queue.push(waiting)
      ended?.addEventListener('abort', leave)
    })
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0
  }

  #mayTake(holder: string): boolean {
    const { per_holder } = this.#options
    const held = this.#heldBy(holder)
    return this.#free > 0 && (per_holder === undefined ? leavesSome(held, this.#free) : held < per_holder)
  }

  #take(holder: string): void {
    this.#free--
    this.#held.set(holder, this.#heldBy(holder) + 1)
  }

  #release(holder: string): void {
    this.#free++
    const left = this.#heldBy(holder) - 1
    if (left > 0) this.#held.set(holder, left)
    else this.#held.delete(holder)
    while (this.#begin());
  }

  /** Begins the next that may; false when there is none. */
  #begin(): boolean {
    for (const [next, queue] of this.#waiting) {
      if (!this.#mayTake(next)) continue
      this.#take(next)
      const [first] = queue.splice(0, 1)
      // At the end of the turns.
      this.#waiting.delete(next)
      if (queue.length > 0) this.#waiting.set(next, queue)
      first?.begin()
      return true
    }
    return false
  }
}
