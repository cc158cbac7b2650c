// A memory budget for the bodies of all fetches of a process. The first part of each body is free, so ordinary pages
// never wait. A larger body reserves all it may need at once and waits for it in line. Nobody holds a reservation while
// waiting for another, so waiters cannot deadlock.

export const freeBodyBytes = 256 * 1024
const totalBytes = 32 * 1024 * 1024

export interface BodyLease {
  /** Releases the reservation beyond this size of the body. */
  shrinkTo(bodyBytes: number): void
  /** Releases everything. Calling it again does nothing. */
  release(): void
}

interface Waiter {
  bytes: number
  resolve(): void
}

export class BodyBudget {
  readonly #total: number
  #taken = 0
  #waiting: Waiter[] = []

  constructor(total = totalBytes) {
    this.#total = total
  }

  get taken(): number {
    return this.#taken
  }

  /** Reserves memory for a body of at most `bodyBytes`. Rejects with the signal's reason. */
  async take(bodyBytes: number, signal: AbortSignal): Promise<BodyLease> {
    // A body larger than the budget gets all of it; otherwise it would wait for ever.
    const bytes = Math.min(Math.max(bodyBytes - freeBodyBytes, 0), this.#total)
    if (this.#waiting.length > 0 || this.#taken + bytes > this.#total) await this.#wait(bytes, signal)
    else this.#taken += bytes
    return this.#lease(bytes)
  }

  #wait(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const waiter = { bytes, resolve: give }
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
        this.#admit()
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiter)
    })
  }

  #lease(bytes: number): BodyLease {
    let held = bytes
    const keep = (rest: number) => {
      if (rest >= held) return
      this.#taken -= held - rest
      held = rest
      this.#admit()
    }
    return {
      shrinkTo: (bodyBytes) => keep(Math.max(bodyBytes - freeBodyBytes, 0)),
      release: () => keep(0),
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && this.#taken + next.bytes <= this.#total; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#taken += next.bytes
      next.resolve()
    }
  }
}
