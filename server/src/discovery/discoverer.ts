import { loadDomain } from '../domains/domains.ts'
import { appendActivity } from '../events/event-log.ts'
import type { Transaction } from '../platform/db/database.ts'
import { type StepParts, type StepTimes, takeSteps } from '../platform/take-steps.ts'
import { stopChannel } from '../projects/stops.ts'
import { closeWork, isAnyWaiting, openSharedWork, takeWork } from '../waiting/waiting-work.ts'
import { type DiscoverParts, discover, failed } from './discover.ts'
import type { DiscoveryEnd } from './discovery.ts'
import { DiscoveryStopped, requireGoing } from './going.ts'
import { selectNextTake, type Taken, updateEnded, updateLease, updatePutBack, updateTaken } from './queries.ts'

// Runs discoveries. Each is one step under a lease: one that a killed process leaves is taken by another process when the
// lease has ended, and begins again; with a model it goes on behind the last answer that was paid for.
//
//   queued   | a process takes it                    | running
//   running  | all was looked at, or nothing found   | finished
//   running  | no search was answered, or a stop     | failed, with the sentence
//   running  | its process is killed                 | running, taken when the lease has ended
//   running  | its process stops                     | queued
//   running  | an unexpected error                   | queued for later, failed after the third

export interface DiscovererParts extends DiscoverParts, StepParts {}

/** Discoveries that a process runs at a time. */
export const discoveriesAtOnce = 4
/** The others are left for projects that come later: a site that hangs holds a discovery for a minute. */
const ofOneProject = 2
const attemptsMax = 3
/** A discovery that ends the process itself is given up some time. */
const takesMax = 20
const retryMs = 30_000
/** The time of a whole discovery. */
const withinMs = 5 * 60_000

interface Run extends Taken {
  /** Aborted when the domain or its project is stopped. */
  stopped: AbortController
  /** Notices of stops that are not understood yet: meanwhile no call to a model begins. */
  doubts: number
}

export class Discoverer {
  readonly #parts: DiscovererParts
  readonly #running = new Set<Run>()
  #lastTake: Promise<unknown> = Promise.resolve()

  constructor(parts: DiscovererParts) {
    this.#parts = parts
  }

  /** From now on, discoveries end when their domain or project is stopped. */
  async start(): Promise<void> {
    await this.#parts.db.listen(stopChannel, {
      onNotice: (id) => this.#confirm((run) => run.domain_id === id || run.project_id === id),
      onLive: (live) => live && this.#confirm(() => true),
    })
  }

  #confirm(isMeant: (run: Run) => boolean): void {
    for (const run of this.#running) {
      if (isMeant(run)) void this.#confirmOne(run)
    }
  }

  async #confirmOne(run: Run): Promise<void> {
    run.doubts++
    await requireGoing(this.#parts.db, run).catch((error) => run.stopped.abort(error))
    run.doubts--
  }

  /** Runs discoveries, one at a time, until none is left. */
  run(): Promise<void> {
    const { db } = this.#parts
    return takeSteps<Run>(
      {
        name: 'discovery',
        take: (times) => this.#take(times),
        extend: (run, leaseEnds) => updateLease(db, run, leaseEnds),
        isAnyLeft: () => isAnyWaiting(db, 'discovery'),
        step: (run, signal) => this.#runOne(run, signal).finally(() => this.#running.delete(run)),
      },
      this.#parts,
    )
  }

  /** One after the other, because each must know which projects have their share. */
  #take(times: StepTimes): Promise<Run | undefined> {
    const take = async (): Promise<Run | undefined> => {
      const runs = Map.groupBy(this.#running, ({ project_id }) => project_id)
      const full = [...runs].flatMap(([projectId, { length }]) => (length >= ofOneProject ? [projectId] : []))
      const ofDomain = {
        take: (tx: Transaction, domainId: string) => updateTaken(tx, domainId, times),
        next: selectNextTake,
      }
      const taken = await takeWork(this.#parts.db, 'discovery', times, ofDomain, full)
      if (!taken) return undefined
      const run = { ...taken, stopped: new AbortController(), doubts: 0 }
      this.#running.add(run)
      return run
    }
    const taking = this.#lastTake.then(take)
    this.#lastTake = taking.catch(() => undefined)
    return taking
  }

  async #runOne(run: Run, signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#parts
    if (run.attempts >= attemptsMax || run.fence > takesMax) {
      await this.#end(run, failed('It was interrupted too often by faults of the service.', []))
      return
    }
    const late = AbortSignal.timeout(withinMs)
    try {
      await this.#begin(run)
      const ended = AbortSignal.any([signal, run.stopped.signal, late])
      await this.#end(
        run,
        await discover(this.#parts, run, { signal: ended, hasStopped: () => ended.aborted || run.doubts > 0 }),
      )
    } catch (error) {
      if (error instanceof DiscoveryStopped) {
        await this.#end(run, failed(error.message, []))
      } else if (signal.aborted) {
        // Changes nothing where another process has taken it.
        await this.#putBack(run, { notBefore: null, counts: false })
      } else if (late.aborted) {
        await this.#end(run, failed('The search and the sites took too long to answer.', []))
      } else {
        log.warn({ err: error, domain_id: run.domain_id }, 'a discovery failed')
        const notBefore = new Date(clock.now().getTime() + retryMs)
        await this.#putBack(run, { notBefore, counts: true })
      }
    }
  }

  #putBack(run: Run, how: { notBefore: Date | null; counts: boolean }): Promise<void> {
    return this.#parts.db.transaction(async (tx) => {
      await updatePutBack(tx, run, how)
      await openSharedWork(tx, 'discovery', run, how.notBefore ?? tx.now)
    })
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
      await closeWork(tx, 'discovery', taken.domain_id)
      await appendActivity(tx, taken.project_id, taken.domain_id, entry)
    })
  }
}

/** Keeps the domain until the transaction ends; false when it was deleted. */
async function isThere(tx: Transaction, { project_id, domain_id }: Taken): Promise<boolean> {
  return (await loadDomain(tx, project_id, domain_id, { lock: 'keep' })) !== undefined
}
