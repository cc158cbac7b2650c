import { inBites } from '../../platform/db/bites.ts'
import type { Database } from '../../platform/db/database.ts'
import { deleteRobotsFilesBefore } from './robots-queries.ts'

/** Deletes files that expired before a time. An expired file is never used: it is fetched again before the next page. */
export async function forgetRobotsFiles(db: Database, before: Date, stopping: AbortSignal): Promise<void> {
  await inBites(db, (tx, limit) => deleteRobotsFilesBefore(tx, before, limit), stopping)
}
