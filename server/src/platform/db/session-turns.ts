/** So many statements that somebody waits for go before one of the background. */
const promptInARow = 4

/**
 * Turns in the one session of the embedded database. A crawl always has something to write, and whoever asks for an
 * answer would wait behind all of it with each of their statements.
 */
export class SessionTurns {
  readonly #prompt: (() => void)[] = []
  readonly #background: (() => void)[] = []
  #isTaken = false
  #inARow = 0

  /** Runs the work when it is its turn. */
  async run<Result>(isPrompt: boolean, work: () => Promise<Result>): Promise<Result> {
    await this.#take(isPrompt)
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  #take(isPrompt: boolean): Promise<void> | undefined {
    if (!this.#isTaken) {
      this.#isTaken = true
      return undefined
    }
    return new Promise((resolve) => (isPrompt ? this.#prompt : this.#background).push(resolve))
  }

  #pass(): void {
    const isPromptNext = this.#background.length === 0 || (this.#prompt.length > 0 && this.#inARow < promptInARow)
    this.#inARow = isPromptNext ? this.#inARow + 1 : 0
    const next = (isPromptNext ? this.#prompt : this.#background).shift()
    if (next) next()
    else this.#isTaken = false
  }
}
