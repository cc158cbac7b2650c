import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

// Long work that is done in steps, one row of a table each. A process takes a row with a lease, and extends the lease
// while it works: what a killed process leaves is taken by another one when the lease has ended. A step writes what it
// has done together with the time of the next one, so a step that is taken again finds all or nothing done.

export interface StepTimes {
  now: Date
  lease_ends: Date
}

export interface StepRows<Taken> {
  /** The name of the work in the log. */
  name: string
  /** Takes a row that is due and that no process has. */
  take(times: StepTimes): Promise<Taken | undefined>
  /** False when another process has taken it, or it is gone. */
  extend(taken: Taken, leaseEnds: Date): Promise<boolean>
  /** Whether some row is not over. */
  isAnyLeft(): Promise<boolean>
  /** Ends the lease in all cases but when the signal is aborted. */
  step(taken: Taken, signal: AbortSignal): Promise<void>
}

export interface StepParts {
  clock: Clock
  log: Log
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal
}

const leaseMs = 45_000
const heartbeatMs = 10_000
const pollMs = 200
/** The schedule begins another job every minute. Two at a time are always there, and none has to wait for long. */
const roundMs = 115_000

/** Takes steps until no row is left, for two minutes at most. */
export async function takeSteps<Taken>(rows: StepRows<Taken>, parts: StepParts): Promise<void> {
  const { clock, stopping } = parts
  const until = performance.now() + roundMs
  while (!stopping.aborted && performance.now() < until) {
    const now = clock.now()
    const taken = await rows.take({ now, lease_ends: new Date(now.getTime() + leaseMs) })
    if (taken !== undefined) await stepUnderLease(rows, parts, taken)
    else if (!(await rows.isAnyLeft())) return
    else await sleep(pollMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function stepUnderLease<Taken>(rows: StepRows<Taken>, parts: StepParts, taken: Taken): Promise<void> {
  const { clock, log, stopping } = parts
  const lost = new AbortController()
  const extend = async () => {
    try {
      if (!(await rows.extend(taken, new Date(clock.now().getTime() + leaseMs)))) lost.abort()
    } catch (error) {
      // The next heartbeat tries again before the lease ends.
      log.warn({ err: error }, `the lease of a ${rows.name} could not be extended`)
    }
  }
  const heartbeat = setInterval(() => void extend(), heartbeatMs)
  try {
    await rows.step(taken, AbortSignal.any([stopping, lost.signal]))
  } catch (error) {
    if (!stopping.aborted && !lost.signal.aborted) throw error
  } finally {
    clearInterval(heartbeat)
  }
}
