import { limits } from '@polegraph/contract/limits.ts'
import { localAddress } from '../doctor/running-service.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, DatabaseUnusable } from '../platform/db/database.ts'
import { isMigrated } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { inviteOwner } from '../projects/invite-owner.ts'
import { readConfig } from '../settings/config.ts'
import { openDatabaseBeside } from '../settings/open-database.ts'
import { reportWork } from './report-work.ts'

// Makes an invite for an owner of the project that it is given, or of the only one. `polegraph recover` runs this program.

await reportWork(async () => {
  const config = readConfig()
  const db = await openDatabaseBeside({ config, clock: systemClock, log: createLog({ level: 'silent' }) })
  try {
    await requireUsed(db)
    const { project, token } = await db.transaction((tx) => inviteOwner(tx, process.argv[2]))
    return { project, invite: `${config.PUBLIC_URL ?? localAddress(config)}/invite/${token}`, days: limits.invite_days }
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
