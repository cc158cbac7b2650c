import { limits } from '@polegraph/contract/limits.ts'
import { inBites } from '../platform/db/bites.ts'
import type { Database } from '../platform/db/database.ts'
import { deleteLettersClosedBefore } from './dead-letter-queries.ts'
import { deleteRunsBefore } from './run-queries.ts'

/** Deletes runs of a domain that ended before a time, except those that the API lists. Pages and claims keep their `run_id`. */
export async function forgetRuns(db: Database, domainId: string, before: Date, stopping: AbortSignal): Promise<void> {
  const bounds = { kept: limits.runs }
  await inBites(db, (tx, limit) => deleteRunsBefore(tx, domainId, before, { ...bounds, limit }), stopping)
}

/** Deletes dead letters of a domain that were requeued or discarded before a time. */
export async function forgetDeadLetters(
  db: Database,
  domainId: string,
  before: Date,
  stopping: AbortSignal,
): Promise<void> {
  await inBites(db, (tx, limit) => deleteLettersClosedBefore(tx, domainId, before, limit), stopping)
}
