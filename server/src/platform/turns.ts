import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Turns of the event loop, each for one of those who ask. Works that each make way after a while would still hold up the
 * others if all of them went on in the same turn.
 */
export class LoopTurns {
  #last: Promise<unknown> = Promise.resolve()

  take(): Promise<unknown> {
    this.#last = this.#last.then(() => nextTurn())
    return this.#last
  }
}

/** For work on pages and sites, of all that is under way. */
export const pageTurns = new LoopTurns()

/** Everybody else's work waits for at most about so long. */
const sliceMs = 10

/**
 * Cuts long work on the event loop into slices, with the work of others in between, and says when it has had enough.
 * Pages are written by strangers: the work on one must not grow with what they wrote.
 */
export class Turns {
  #began = performance.now()
  #left: number
  readonly #loop: LoopTurns

  /**
   * `mostMs`: what all slices together may take. `loop`: shared by works of which many are under way at a time; not by
   * those in a transaction, for which others wait.
   */
  constructor(mostMs: number, loop: LoopTurns = new LoopTurns()) {
    this.#left = mostMs
    this.#loop = loop
  }

  /** Call it between small steps. Resolves to false when the work should end. Undefined, which costs nothing, to go on. */
  next(): Promise<boolean> | undefined {
    const took = performance.now() - this.#began
    return took < sliceMs ? undefined : this.#pause(took)
  }

  async #pause(took: number): Promise<boolean> {
    this.#left -= took
    await this.#loop.take()
    this.#began = performance.now()
    return this.#left > 0
  }
}
