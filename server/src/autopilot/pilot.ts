import { CallStopped } from '../budget/pay-call.ts'
import type { Transaction } from '../platform/db/database.ts'
import { type StepRows, takeSteps } from '../platform/take-steps.ts'
import { isWorkDue, openWork, takeWork } from '../waiting/waiting-work.ts'
import { assessGraph, growGraph } from './assess-graph.ts'
import { StageFailed } from './brief/brief.ts'
import { makeBrief } from './brief/make-brief.ts'
import { findSources } from './find-sources.ts'
import { followCrawl } from './follow-crawl.ts'
import type { AutopilotParts, Work, Write } from './state/autopilot-parts.ts'
import { describeStop, holdPiloted, isStopped } from './state/piloted-domain.ts'
import {
  lockTaken,
  selectNextStage,
  selectPiloted,
  updateAttempted,
  updateAutopilotLease,
  updateAutopilotTaken,
  updateReleased,
  updateWaiting,
} from './state/queries.ts'
import type { TakenAutopilot, WorkingStage } from './state/record.ts'
import { moveTo, noteIn } from './state/stages.ts'

// Takes the steps of autopilots. `stages.ts` says which stage follows which.

const works: Record<WorkingStage, Work> = {
  brief: makeBrief,
  discover: findSources,
  crawling: followCrawl,
  assess: assessGraph,
  grow: growGraph,
}

const attemptsMax = 3
const retryMs = 5_000
/** A stage that waits is looked at again after a twentieth of the time that it has waited. */
const waitShare = 0.05
const waitMs = { least: 400, most: 15_000, stopped: 60_000 }
/** Later steps are found by the schedule. */
const soonMs = 20_000

/** Takes steps until none is due soon, for two minutes at most. */
export function runAutopilots(parts: AutopilotParts): Promise<void> {
  const { db, clock } = parts
  const rows: StepRows<TakenAutopilot> = {
    name: 'autopilot',
    take: (times) =>
      takeWork(db, 'autopilot', times, {
        take: (tx, id) => updateAutopilotTaken(tx, id, times),
        next: selectNextStage,
      }),
    extend: (taken, leaseEnds) => updateAutopilotLease(db, taken, leaseEnds),
    isAnyLeft: () => isWorkDue(db, 'autopilot', new Date(clock.now().getTime() + soonMs)),
    step: (taken, signal) => takeStep(parts, taken, signal),
  }
  return takeSteps(rows, parts)
}

async function takeStep(parts: AutopilotParts, taken: TakenAutopilot, signal: AbortSignal): Promise<void> {
  const { clock, log, stopping } = parts
  try {
    await writeStep(parts, taken, await prepare(parts, taken, signal))
  } catch (error) {
    if (stopping.aborted) await putBack(parts, taken, clock.now(), (tx) => updateReleased(tx, taken))
    else if (signal.aborted) return
    else if (error instanceof StageFailed) await writeStep(parts, taken, failWith(error.message))
    else {
      log.warn({ err: error, domain_id: taken.domain_id, stage: taken.stage }, 'a step of an autopilot failed')
      if (taken.attempts + 1 < attemptsMax) {
        const dueAt = new Date(clock.now().getTime() + retryMs)
        await putBack(parts, taken, dueAt, (tx) => updateAttempted(tx, taken, dueAt))
      } else {
        await writeStep(
          parts,
          taken,
          failWith('The service failed three times in this stage. Retry later; whoever runs it finds more in its log.'),
        )
      }
    }
  }
}

function putBack(
  { db }: AutopilotParts,
  { domain_id }: TakenAutopilot,
  dueAt: Date,
  update: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await update(tx)
    await openWork(tx, 'autopilot', domain_id, dueAt)
  })
}

const failWith =
  (note: string): Write =>
  async () => ({ to: 'failed', note })

/** A stopped domain is not worked for; what a step would write finds that out again, with the domain held. */
async function prepare(parts: AutopilotParts, taken: TakenAutopilot, signal: AbortSignal): Promise<Write> {
  const domain = await selectPiloted(parts.db, taken.domain_id)
  if (domain && !isStopped(domain)) {
    try {
      return await works[taken.stage](parts, taken, signal)
    } catch (error) {
      if (!(error instanceof CallStopped)) throw error
    }
  }
  // Deleted, or stopped.
  return async () => ({ wait: taken.history.at(-1)?.note ?? '', work_id: taken.work_id })
}

async function writeStep({ db, log }: AutopilotParts, taken: TakenAutopilot, write: Write): Promise<void> {
  const moved = await db.transaction(async (tx) => {
    const domain = await holdPiloted(tx, taken.domain_id)
    if (!domain || !(await lockTaken(tx, taken))) return undefined
    if (isStopped(domain)) {
      await wait(tx, taken, { note: describeStop(domain), work_id: taken.work_id, most: waitMs.stopped })
      return undefined
    }
    const outcome = await write(tx, domain)
    if ('to' in outcome) {
      await moveTo(tx, taken, outcome)
      return outcome
    }
    const { wait: note, work_id = taken.work_id } = outcome
    await wait(tx, taken, { note, work_id, most: waitMs.most })
    return undefined
  })
  if (!moved) return
  const { domain_id, stage, cycle } = taken
  log.info({ domain_id, stage, to: moved.to, cycle, note: moved.note }, 'an autopilot has changed its stage')
}

async function wait(
  tx: Transaction,
  taken: TakenAutopilot,
  { note, work_id, most }: { note: string; work_id: string | null; most: number },
): Promise<void> {
  const since = Date.parse(taken.history.at(-1)?.started_at ?? '') || tx.now.getTime()
  const after = Math.min(most, Math.max(waitMs.least, waitShare * (tx.now.getTime() - since)))
  const due_at = new Date(tx.now.getTime() + after)
  await updateWaiting(tx, taken, { due_at, work_id, history: noteIn(taken.history, note) })
  await openWork(tx, 'autopilot', taken.domain_id, due_at)
}
