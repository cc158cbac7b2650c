/** So many statements that somebody waits for go before one of the background. */
const promptInARow = 4

export interface Turn {
  /** Whether somebody waits for the answer. */
  is_prompt: boolean
  /** Whose turn it is, such as a project: holders of prompt statements take turns. */
  holder?: string | undefined
  /** Ends the wait for the turn. */
  ended?: AbortSignal | undefined
}

/**
 * Turns in the one session of the embedded database. A crawl always has something to write, and whoever asks for an
 * answer would wait behind all of it with each of their statements; so they would behind those of a project that asks
 * much.
 */
export class SessionTurns {
  /** By holder, in the order of their turns. */
  readonly #prompt = new Map<string, (() => void)[]>()
  readonly #background: (() => void)[] = []
  #isTaken = false
  #inARow = 0

  /** Runs the work when it is its turn. */
  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    await this.#take(turn)
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  #take({ is_prompt, holder = '', ended }: Turn): Promise<void> | undefined {
    ended?.throwIfAborted()
    if (!this.#isTaken) {
      this.#isTaken = true
      return undefined
    }
    return new Promise((resolve, reject) => {
      const queue = is_prompt ? (this.#prompt.get(holder) ?? []) : this.#background
      if (is_prompt) this.#prompt.set(holder, queue)
      const begin = () => {
        ended?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1)
        if (is_prompt && queue.length === 0) this.#prompt.delete(holder)
        reject(ended?.reason)
      }
      queue.push(begin)
      ended?.addEventListener('abort', leave, { once: true })
    })
  }

  #pass(): void {
    const isPromptNext = this.#background.length === 0 || (this.#prompt.size > 0 && this.#inARow < promptInARow)
    this.#inARow = isPromptNext ? this.#inARow + 1 : 0
    const next = isPromptNext ? this.#nextPrompt() : this.#background.shift()
    if (next) next()
    else this.#isTaken = false
  }

  #nextPrompt(): (() => void) | undefined {
    const [first] = this.#prompt
    if (!first) return undefined
    const [holder, queue] = first
    const next = queue.shift()
    this.#prompt.delete(holder)
    // At the end of the turns.
    if (queue.length > 0) this.#prompt.set(holder, queue)
    return next
  }
}
