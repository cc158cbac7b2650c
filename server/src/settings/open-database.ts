import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { openBeside } from '../platform/embedded/open-beside.ts'
import { openEmbedded } from '../platform/embedded/open-embedded.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from './config.ts'

interface Parts {
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>
  clock: Clock
  log: Log
}

/** The server that DATABASE_URL names, or the embedded database in DATA_DIR. */
export async function openDatabase(parts: Parts & { onFolderLost?: () => void }): Promise<Database> {
  const { config, clock, log, onFolderLost } = parts
  return config.DATABASE_URL
    ? openPostgres({ connection: { connectionString: config.DATABASE_URL }, clock, log })
    : openEmbedded({ folder: config.DATA_DIR, clock, log, onFolderLost })
}

/** The same for a program that takes its time, while the service may run. */
export async function openDatabaseBeside({ config, clock, log }: Parts): Promise<Database> {
  const { DATABASE_URL: connectionString, DATA_DIR: folder } = config
  return connectionString
    ? openPostgres({ connection: { connectionString }, clock, log, withoutTimeLimits: true })
    : openBeside({ folder, clock, log })
}
