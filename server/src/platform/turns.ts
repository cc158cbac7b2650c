import { setImmediate as nextTurn } from 'node:timers/promises'

/** Everybody else's work waits for at most about so long. */
const sliceMs = 10

/**
 * Cuts long work on the event loop into slices, with the work of others in between, and says when it has had enough.
 * Pages are written by strangers: the work on one must not grow with what they wrote.
 */
export class Turns {
  #began = performance.now()
  #left: number

  /** `mostMs`: what all slices together may take. */
  constructor(mostMs: number) {
    this.#left = mostMs
  }

  /** Call it between small steps. Resolves to false when the work should end. Undefined, which costs nothing, to go on. */
  next(): Promise<boolean> | undefined {
    const took = performance.now() - this.#began
    return took < sliceMs ? undefined : this.#pause(took)
  }

  async #pause(took: number): Promise<boolean> {
    this.#left -= took
    await nextTurn()
    this.#began = performance.now()
    return this.#left > 0
  }
}
