import type { Config } from './config.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { openEmbedded } from './platform/db/embedded.ts'
import { openPostgres } from './platform/db/postgres.ts'
import type { Log } from './platform/log.ts'

/** The server that DATABASE_URL names, or the embedded database in DATA_DIR. */
export async function openDatabase(parts: {
  config: Config
  clock: Clock
  log: Log
  onFolderLost?: () => void
}): Promise<Database> {
  const { config, clock, log, onFolderLost } = parts
  return config.DATABASE_URL
    ? openPostgres({ url: config.DATABASE_URL, clock, log })
    : openEmbedded({ folder: config.DATA_DIR, clock, log, onFolderLost })
}
