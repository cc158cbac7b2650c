import { limits } from '@polegraph/contract/limits.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, DatabaseUnusable } from './platform/db/database.ts'
import { requireDatabase, requireOwner } from './platform/db/embedded.ts'
import { isMigrated } from './platform/db/migrate.ts'
import { createLog } from './platform/log.ts'
import { inviteOwner } from './projects/invite-owner.ts'
import { reportWork } from './report-work.ts'

// Makes an invite for an owner of the project that it is given, or of the only one. `polegraph recover` runs this program.

await reportWork(async () => {
  const config = readConfig()
  if (!config.DATABASE_URL) {
    requireDatabase(config.DATA_DIR)
    requireOwner(config.DATA_DIR)
  }
  const db = await openDatabase({ config, clock: systemClock, log: createLog({ level: 'silent' }) })
  try {
    await requireUsed(db)
    const { project, token } = await db.transaction((tx) => inviteOwner(tx, process.argv[2]))
    return { project, invite: `${addressOf(config)}/invite/${token}`, days: limits.invite_days }
  } finally {
    await db.close()
  }
})

/** Tables of another version may mean something else. */
async function requireUsed(db: Database): Promise<void> {
  const [row] = await db.query<{ used: boolean }>(`select to_regclass('public.migrations') is not null as used`)
  if (row?.used && (await isMigrated(db))) return
  throw new DatabaseUnusable('no service of this version has used this database yet: start it once, then try again')
}

/** Where people find the console: as they are told, or else on this machine. */
function addressOf({ PUBLIC_URL, HOST, PORT }: Config): string {
  if (PUBLIC_URL) return PUBLIC_URL
  const isAny = HOST === '0.0.0.0' || HOST === '::'
  return `http://${isAny ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}
