import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable, errorCode } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'

/** A part of a running service. All of it is called of a part whose start has failed half way, too. */
export interface ServicePart {
  /** Called again while the database cannot be reached. */
  start?(): Promise<unknown>
  /** Takes in nothing new, and finishes what is under way. All parts do it at the same time. */
  drain?(): unknown
  /** Lets go of what the part holds, after all that were started later have done so. */
  stop?(): Promise<unknown>
}

const firstRetryMs = 250
const lastRetryMs = 5_000

/** What a service is put together of, in the order of its start. The last is stopped first; one that cannot start stops those before it. */
export class PartList {
  readonly #log: Log
  readonly #parts: ServicePart[]
  readonly #stopping = new AbortController()
  #starting: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | undefined

  /** With parts that run already. */
  constructor(log: Log, parts: ServicePart[]) {
    this.#log = log
    this.#parts = parts
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
      this.#parts.push(part)
      await this.#onceReachable(async () => part.start?.())
    }
  }

  async #stopEach(): Promise<void> {
    this.#stopping.abort()
    await this.#starting.catch(() => undefined)
    const parts = this.#parts.toReversed()
    const ends = await Promise.allSettled(parts.map(async (part) => part.drain?.()))
    for (const part of parts) ends.push(...(await Promise.allSettled([part.stop?.()])))
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
