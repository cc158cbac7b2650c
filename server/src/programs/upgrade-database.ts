import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackup } from '../backup/make-backup.ts'
import { type RestoreResult, readBackup, restoreBackup } from '../backup/restore-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { DatabaseUnusable } from '../platform/db/database.ts'
import { majorVersion } from '../platform/embedded/binaries.ts'
import { layoutOf } from '../platform/embedded/layout.ts'
import { endKilledMove, endMove, planMove, prepareMove } from '../platform/embedded/move-cluster.ts'
import { openEmbedded } from '../platform/embedded/open-embedded.ts'
import type { OtherPrograms } from '../platform/embedded/own-server.ts'
import { createLog } from '../platform/log.ts'
import { SecretBox } from '../platform/secret-box.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { findSecretsKey } from '../settings/open-secret-box.ts'
import { reportProgress, reportWork } from './report-work.ts'

// Moves the embedded database to the version of PostgreSQL that comes with this one, by a backup that is restored beside it. It is
// given the folder with the programs of the old version. `polegraph upgrade-database` runs this program.

const log = createLog({ level: 'silent' })
const clock = systemClock

await reportWork(async () => {
  const config = readConfig()
  const { DATABASE_URL, DATA_DIR: folder } = config
  if (DATABASE_URL) {
    throw new DatabaseUnusable(
      'DATABASE_URL is set, and a PostgreSQL server has its own way to be upgraded; this is for a database in a folder (--data)',
    )
  }
  const killed = endKilledMove(folder)
  if (killed) return { from: killed.version, to: String(majorVersion), kept: killed.kept }
  const programs = planMove(folder, process.argv[2])
  const { rows } = await moveRows(config, programs)
  const kept = endMove(folder, programs.version)
  return { from: programs.version, to: String(majorVersion), kept, rows }
})

/** The old PostgreSQL runs meanwhile, and holds the lock of the folder. */
async function moveRows(config: Config, programs: OtherPrograms): Promise<RestoreResult> {
  const folder = config.DATA_DIR
  const { moving } = layoutOf(folder)
  const file = join(moving, 'rows.backup')
  const secretsKey = findSecretsKey(config)
  const onProgress = reportProgress()
  try {
    const old = await openEmbedded({ folder, clock, log, programs, withoutTimeLimits: true }).catch((error) => {
      throw describeOther(error, programs)
    })
    try {
      await prepareMove(folder)
      const output = createWriteStream(file, { mode: 0o600 })
      await makeBackup({ db: old, log, database: 'embedded', secretsKey, output, onProgress })
      const backup = await readBackup(file)
      const db = await openEmbedded({ folder: moving, clock, log, isLoading: true })
      const box = new SecretBox({ key: secretsKey, log })
      return await restoreBackup({ backup, db, box, log, onProgress }).finally(() => db.close())
    } finally {
      // It holds secrets, as the database does.
      rmSync(file, { force: true })
      await old.close()
    }
  } finally {
    rmSync(programs.libraries, { recursive: true, force: true })
  }
}

function describeOther(error: unknown, { version, binaries }: OtherPrograms): unknown {
  const isOther = error instanceof DatabaseUnusable && error.message.includes('incompatible with server')
  if (!isOther) return error
  return new DatabaseUnusable(
    `the programs in ${binaries.folder} are not those of PostgreSQL ${version}, which made the database`,
  )
}
