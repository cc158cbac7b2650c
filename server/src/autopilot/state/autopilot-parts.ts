import type { EventLog } from '../../events/event-log.ts'
import type { Model } from '../../model/model.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { StepParts } from '../../platform/take-steps.ts'
import type { AddressGuard } from '../../web/address/address-guard.ts'
import type { PilotedDomain, StepOutcome, TakenAutopilot } from './record.ts'

export interface AutopilotParts extends StepParts {
  db: Database
  events: EventLog
  jobs: Pick<Jobs, 'enqueue'>
  guard: AddressGuard
  model: Model | undefined
}

/** Writes what a step does, in the transaction that holds the domain and moves the stage. */
export type Write = (tx: Transaction, domain: PilotedDomain) => Promise<StepOutcome>

/** The step of a stage: what takes long, or leaves the database, comes first, and nothing of it is written before `Write`. */
export type Work = (parts: AutopilotParts, taken: TakenAutopilot, signal: AbortSignal) => Promise<Write>
