import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable, errorCode } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'

/** A part of a running service. It is drained and stopped after a start that has failed half way, too. */
export interface ServicePart {
  /** Called again while the database cannot be reached. */
  start?(): unknown
  /** Takes in nothing new, and finishes what is under way. All parts do it at the same time. */
  drain?(): unknown
  /** Lets go of what the part holds, after all that were started later have done so. */
  stop?(): unknown
}

const firstRetryMs = 250
const lastRetryMs = 5_000

/** What a service is put together of, in the order of its start. The last is stopped first; one that cannot start stops those before it. */
export class PartList {
  readonly #log: Log
  /** With the end of its start, however that ends. */
  readonly #parts: { part: ServicePart; started: Promise<void> }[]
  readonly #stopping = new AbortController()
  #starting: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | undefined

  /** With parts that run already. */
  constructor(log: Log, parts: ServicePart[]) {
    this.#log = log
    this.#parts = parts.map((part) => ({ part, started: Promise.resolve() }))
  }

  /** Aborted when the service begins to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Starts what `make` gives, one part after the other. */
  async start(make: () => ServicePart[] | Promise<ServicePart[]>): Promise<void> {
    this.#starting = this.#startEach(make)
    try {
      await this.#starting
    } catch (error) {
      // The first error is the one to tell.
      await this.stop().catch(() => undefined)
      throw error
    }
  }

  /** Whoever calls it again gets the same end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopEach()
    return this.#stopped
  }

  async #startEach(make: () => ServicePart[] | Promise<ServicePart[]>): Promise<void> {
    this.stopping.throwIfAborted()
    for (const part of await make()) {
      this.stopping.throwIfAborted()
      const starting = this.#onceReachable(async () => part.start?.())
      this.#parts.push({ part, started: starting.catch(() => undefined) })
      await starting
    }
  }

  async #stopEach(): Promise<void> {
    this.#stopping.abort()
    const parts = this.#parts.toReversed()
    const ends = await Promise.allSettled(parts.map(({ part, started }) => started.then(() => part.drain?.())))
    await this.#starting.catch(() => undefined)
    for (const { part } of parts)
      ends.push(...(await Promise.allSettled([Promise.resolve().then(() => part.stop?.())])))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  async #onceReachable(step: () => Promise<unknown>): Promise<void> {
    for (let wait = firstRetryMs; ; wait = Math.min(wait * 2, lastRetryMs)) {
      try {
        await step()
        return
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        const reason = error.cause instanceof Error ? error.cause.message : undefined
        this.#log.warn({ reason, code: errorCode(error.cause) }, 'the database cannot be reached yet')
        await sleep(wait, undefined, { signal: this.stopping })
      }
    }
  }
}
