import { type Bill, payCall } from '../../budget/pay-call.ts'
import { holdRunning, noteRunUsage } from '../../crawl/runs.ts'
import { appendActivity } from '../../events/event-log.ts'
import type { Model } from '../../model/model.ts'
import type { ModelAnswer, ModelRequest } from '../../model/model-request.ts'
import type { Database } from '../../platform/db/database.ts'

/** The project, domain and run that pay for a call. */
export interface Payer {
  project_id: string
  domain_id: string
  run_id: string | null
  /** The gate that the page was judged by. */
  published_version: number
  /** Whether the work was stopped, as far as this process knows. */
  hasStopped?: () => boolean
}

export interface CallPurpose {
  purpose: 'reading' | 'repair'
  action: string
  subject: string
}

/** How long a call waits for reservations of others to end; most end sooner. */
const waitMs = 20_000

/** Pays for one call of the reader; its usage also goes to the run and to the activity log. */
export function payReading(
  db: Database,
  model: Model,
  { project_id, domain_id, run_id, published_version, hasStopped }: Payer,
  { purpose, action, subject }: CallPurpose,
  request: ModelRequest,
): Promise<ModelAnswer> {
  const bill: Bill = {
    domain_id,
    purpose,
    wait_ms: waitMs,
    ...(run_id !== null && { mayBegin: (tx) => holdRunning(tx, domain_id, { run_id, published_version }) }),
    ...(hasStopped && { hasStopped }),
    note: async (tx, usage, detail) => {
      if (run_id !== null) await noteRunUsage(tx, domain_id, run_id, usage)
      const tokens = usage.tokens_input + usage.tokens_output
      const entry = { agent: 'reader' as const, action, subject, detail, tokens, spend_usd: usage.spend_usd }
      await appendActivity(tx, project_id, domain_id, entry)
    },
  }
  return payCall(db, model, bill, request)
}
