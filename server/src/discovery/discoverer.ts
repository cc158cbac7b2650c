import { loadDomain } from '../domains/domains.ts'
import { appendActivity } from '../events/event-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { stopChannel } from '../projects/stops.ts'
import { type DiscoverParts, DiscoveryStopped, discover, failed, requireGoing } from './discover.ts'
import type { DiscoveryEnd } from './discovery.ts'
import { type Taken, updateEnded, updateLease, updatePutBack, updateTaken } from './queries.ts'

// Runs discoveries. A row carries a lease that the process extends while it works: what a killed process leaves is taken
// by another one a minute later, and begins again, since nothing is written before the end.
//
//   queued   | a process takes it                    | running
//   running  | all was looked at, or nothing found   | finished
//   running  | no search was answered, or a stop     | failed, with the sentence
//   running  | its process is killed                 | running, taken when the lease has ended
//   running  | its process stops                     | queued
//   running  | an unexpected error                   | queued for later, failed after the third

export interface DiscovererParts extends DiscoverParts {
  clock: Clock
  log: Log
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal
}

const leaseMs = 45_000
const heartbeatMs = 10_000
const attemptsMax = 3
const retryMs = 30_000
/** For a whole discovery. */
const withinMs = 5 * 60_000

export class Discoverer {
  readonly #parts: DiscovererParts
  readonly #running = new Map<Taken, AbortController>()

  constructor(parts: DiscovererParts) {
    this.#parts = parts
  }

  /** From now on, discoveries end when their domain or project is stopped. */
  async start(): Promise<void> {
    await this.#parts.db.listen(stopChannel, {
      onNotice: (id) => this.#confirm((taken) => taken.domain_id === id || taken.project_id === id),
      onLive: (live) => live && this.#confirm(() => true),
    })
  }

  #confirm(isMeant: (taken: Taken) => boolean): void {
    for (const [taken, controller] of this.#running) {
      if (isMeant(taken)) void requireGoing(this.#parts, taken).catch((error) => controller.abort(error))
    }
  }

  /** Runs discoveries until none waits. */
  async run(): Promise<void> {
    const { db, stopping } = this.#parts
    while (!stopping.aborted) {
      const taken = await updateTaken(db, this.#times())
      if (!taken) return
      await this.#runOne(taken)
    }
  }

  close(): Promise<void> {
    return this.#parts.search.close()
  }

  #times() {
    const now = this.#parts.clock.now()
    return { now, lease_ends: new Date(now.getTime() + leaseMs) }
  }

  async #runOne(taken: Taken): Promise<void> {
    const { db, log, clock, stopping } = this.#parts
    if (taken.attempts > attemptsMax) {
      await this.#end(taken, failed('It was interrupted three times by faults of the service.', []))
      return
    }
    const lost = new AbortController()
    const stopped = new AbortController()
    const late = AbortSignal.timeout(withinMs)
    const signal = AbortSignal.any([stopping, lost.signal, stopped.signal, late])
    this.#running.set(taken, stopped)
    const heartbeat = setInterval(() => void this.#extend(taken, lost), heartbeatMs)
    try {
      await this.#begin(taken)
      await this.#end(taken, await discover(this.#parts, taken, signal))
    } catch (error) {
      if (lost.signal.aborted) return
      if (error instanceof DiscoveryStopped) {
        await this.#end(taken, failed(error.message, []))
      } else if (stopping.aborted) {
        await updatePutBack(db, taken, { notBefore: null, counts: false })
      } else if (late.aborted) {
        await this.#end(taken, failed('The search and the sites took too long to answer.', []))
      } else {
        log.warn({ err: error, domain_id: taken.domain_id }, 'a discovery failed')
        const notBefore = new Date(clock.now().getTime() + retryMs)
        await updatePutBack(db, taken, { notBefore, counts: true })
      }
    } finally {
      clearInterval(heartbeat)
      this.#running.delete(taken)
    }
  }

  async #extend(taken: Taken, lost: AbortController): Promise<void> {
    try {
      if (!(await updateLease(this.#parts.db, taken, this.#times().lease_ends))) lost.abort()
    } catch (error) {
      // The next heartbeat tries again before the lease ends.
      this.#parts.log.warn({ err: error }, 'the lease of a discovery could not be extended')
    }
  }

  #begin(taken: Taken): Promise<void> {
    const { db, search } = this.#parts
    const entry = { agent: 'discoverer', action: 'begin', subject: null, detail: `with ${search.name}` } as const
    return db.transaction(async (tx) => {
      if (await isThere(tx, taken)) await appendActivity(tx, taken.project_id, taken.domain_id, entry)
    })
  }

  #end(taken: Taken, outcome: DiscoveryEnd): Promise<void> {
    const action = outcome.status === 'finished' ? 'finish' : 'fail'
    const entry = { agent: 'discoverer', action, subject: null, detail: outcome.summary } as const
    return this.#parts.db.transaction(async (tx) => {
      if (!(await isThere(tx, taken)) || !(await updateEnded(tx, taken, outcome))) return
      await appendActivity(tx, taken.project_id, taken.domain_id, entry)
    })
  }
}

/** Keeps the domain until the transaction ends; false when it was deleted. */
async function isThere(tx: Transaction, { project_id, domain_id }: Taken): Promise<boolean> {
  return (await loadDomain(tx, project_id, domain_id, { lock: 'keep' })) !== undefined
}
