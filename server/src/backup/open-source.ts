import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../platform/clock.ts'
import { askForCopy } from '../platform/db/ask-for-copy.ts'
import type { Database } from '../platform/db/database.ts'
import { openEmbedded, requireDatabase, requireOwner } from '../platform/db/embedded.ts'
import { FolderInUse, isFolderLocked } from '../platform/db/folder-lock.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import type { Log } from '../platform/log.ts'

/** The database to back up, or a copy of it that stands still. */
export interface BackupSource {
  db: Database
  /** How long the service could not use its database; null where it always could. */
  stood_still_ms: number | null
  close(): Promise<void>
}

/** A service that starts holds the folder for a moment before it can be asked. */
const askAgainMs = 250
const askForMs = 20_000

export async function openSource(options: {
  databaseUrl: string | undefined
  folder: string
  log: Log
}): Promise<BackupSource> {
  const { databaseUrl, folder, log } = options
  if (databaseUrl !== undefined) {
    const db = openPostgres({ url: databaseUrl, clock: systemClock, log, withoutTimeLimits: true })
    return { db, stood_still_ms: null, close: () => db.close() }
  }
  requireDatabase(folder)
  const deadline = performance.now() + askForMs
  for (;;) {
    const source = (await openUnused(folder, log)) ?? (await openCopy(folder, log))
    if (source) return source
    if (performance.now() > deadline) {
      throw new FolderInUse(
        `the data folder ${folder} is in use by a process that makes no copies; wait until it has ended`,
      )
    }
    await sleep(askAgainMs)
  }
}

async function openUnused(folder: string, log: Log): Promise<BackupSource | undefined> {
  if (isFolderLocked(folder)) return undefined
  requireOwner(folder)
  try {
    const db = await openEmbedded({ folder, clock: systemClock, log })
    return { db, stood_still_ms: null, close: () => db.close() }
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

async function openCopy(folder: string, log: Log): Promise<BackupSource | undefined> {
  const copy = await askForCopy(folder)
  if (!copy) return undefined
  try {
    const db = await openEmbedded({ folder: copy.folder, clock: systemClock, log })
    const close = async () => {
      await db.close()
      await copy.remove()
    }
    return { db, stood_still_ms: copy.stood_still_ms, close }
  } catch (error) {
    await copy.remove()
    throw error
  }
}
