/** Calls `onOver` when the time is over. Time only runs between `run` and `rest`. */
export class Deadline {
  #leftMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined
  readonly #onOver: () => void

  constructor(withinMs: number, onOver: () => void) {
    this.#leftMs = withinMs
    this.#onOver = onOver
  }

  run(): void {
    this.#startedAt = performance.now()
    this.#timer = setTimeout(this.#onOver, Math.max(0, this.#leftMs))
  }

  rest(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#leftMs -= performance.now() - this.#startedAt
  }
}
