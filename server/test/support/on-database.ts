import type { Database } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { openDatabase } from '../../src/settings/open-database.ts'

/** Does some work on the database of a service that does not run. */
export async function onDatabase<Result>(
  environment: Record<string, string>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const log = createLog({ level: 'silent' })
  const db = await openDatabase({ config: readConfig(environment), clock: { now: () => new Date() }, log })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
