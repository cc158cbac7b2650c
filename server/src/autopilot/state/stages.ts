import { limits } from '@polegraph/contract/limits.ts'
import { appendActivity } from '../../events/event-log.ts'
import type { ActivityEntry } from '../../events/logged-event.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { closeWork, openWork } from '../../waiting/waiting-work.ts'
import { updateMoved } from './queries.ts'
import type { AutopilotStage, HistoryEntry, Move, WorkingStage } from './record.ts'

// The stages of an autopilot. A domain is made with one in the stage `brief`. One process at a time takes a step of it;
// what the step does is written in the same transaction as the stage that follows, so a killed process leaves a step done
// or not begun.
//
//   brief     | the prompt is understood, by the model or by rules; it becomes settings and gate  | discover
//   brief     | the prompt has no words                                                           | failed
//   discover  | the discovery is over, and the best of it are sources, or the domain had some     | crawling
//   discover  | no search was answered, or nothing was found                                      | failed
//   crawling  | the plan for this cycle's share of the pages is finished, and the run has ended   | assess
//   crawling  | nothing at all could be read, or a person cancelled the run                       | failed
//   assess    | the scorecard is made, and what follows is decided                                | grow
//   grow      | the score rose, and cycles and pages are left: a plan for the next cycle begins   | crawling
//   grow      | otherwise                                                                         | steady
//   any       | the third unexpected error in a row                                               | failed
//   failed    | a person calls retry                                                              | the stage that failed
//
// While the domain is paused or archived every stage waits, and begins nothing. The work of each stage is in `pilot.ts`.

interface StageDefinition {
  to: AutopilotStage[]
  agent: ActivityEntry['agent']
  /** The note in the history until the stage has one of its own. */
  doing: string
}

const transitions = {
  brief: { to: ['discover', 'failed'], agent: 'brief', doing: 'Understands the prompt.' },
  discover: { to: ['crawling', 'failed'], agent: 'discoverer', doing: 'Searches for sources.' },
  crawling: { to: ['assess', 'failed'], agent: 'planner', doing: 'Reads pages.' },
  assess: { to: ['grow', 'failed'], agent: 'planner', doing: 'Assesses the graph.' },
  grow: { to: ['crawling', 'steady', 'failed'], agent: 'planner', doing: 'Decides what follows.' },
  steady: { to: [], agent: 'planner', doing: 'Nothing is left to do.' },
  failed: { to: ['brief', 'discover', 'crawling', 'assess', 'grow'], agent: 'planner', doing: '' },
} as const satisfies Record<AutopilotStage, StageDefinition>

/** The first entry of a history. */
export const firstEntry = (at: Date): HistoryEntry => entryOf('brief', 1, at, transitions.brief.doing)

const entryOf = (stage: AutopilotStage, cycle: number, at: Date, note: string): HistoryEntry => ({
  ...{ stage, cycle, started_at: at.toISOString(), finished_at: null, note },
})

/** The history with another note for the present stage; undefined when it has that note already. */
export function noteIn(history: HistoryEntry[], note: string): HistoryEntry[] | undefined {
  const last = history.at(-1)
  return last === undefined || last.note === note ? undefined : [...history.slice(0, -1), { ...last, note }]
}

interface Moving {
  project_id: string
  domain_id: string
  stage: AutopilotStage
  cycle: number
  history: HistoryEntry[]
}

/** Moves an autopilot to another stage. The caller holds the domain, and calls it last: it writes to the activity log. */
export async function moveTo(tx: Transaction, moving: Moving, { to, note, ...change }: Move): Promise<void> {
  const { project_id, domain_id, stage, cycle, history } = moving
  const allowed: readonly AutopilotStage[] = transitions[stage].to
  if (!allowed.includes(to)) throw new Error(`an autopilot does not go from ${stage} to ${to}`)
  const next = change.cycle ?? cycle
  const isOver = to === 'steady' || to === 'failed'
  const finished = history.map((entry, index) =>
    index < history.length - 1 ? entry : { ...entry, finished_at: tx.now.toISOString(), note },
  )
  const entry = entryOf(to, next, tx.now, to === 'failed' ? note : transitions[to].doing)
  await updateMoved(tx, domain_id, {
    ...{ stage: to, history: [...finished, entry].slice(-limits.autopilot_history), cycle: next },
    ...{ brief: change.brief ?? null, last_report: change.last_report ?? null },
    assessed_at: change.last_report ? tx.now : null,
    work_id: change.work_id ?? null,
    ...(to === 'failed' ? { error: note, failed_stage: stage as WorkingStage } : { error: null, failed_stage: null }),
    due_at: isOver ? null : tx.now,
  })
  if (isOver) await closeWork(tx, 'autopilot', domain_id)
  else await openWork(tx, 'autopilot', domain_id, tx.now)
  const { agent } = transitions[stage === 'failed' ? to : stage]
  const subject = `${stage} → ${to}`
  await appendActivity(tx, project_id, domain_id, { agent, action: 'change stage', subject, detail: note })
}
