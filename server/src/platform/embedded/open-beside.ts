import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { type Database, DatabaseUnavailable, errorCode } from '../db/database.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Log } from '../log.ts'
import { describeClosed, requireDatabase } from './check-cluster.ts'
import { FolderInUse, isFolderLocked } from './folder-holder.ts'
import { openEmbedded, reachSocket } from './open-embedded.ts'

// For programs that look at a database or mend it while its service may run: they use the service's PostgreSQL, or start one
// for as long as they take.

const lookAgainMs = 100
/** A service that starts or stops holds the folder for a moment while nobody can connect. */
const lookForMs = 20_000

interface Options {
  folder: string
  clock: Clock
  log: Log
}

/** Throws unless there is a database in the folder. */
export async function openBeside(options: Options): Promise<Database> {
  requireDatabase(options.folder)
  for (const deadline = performance.now() + lookForMs; ; await sleep(lookAgainMs)) {
    try {
      if (!isFolderLocked(options.folder)) return await openEmbedded({ ...options, withoutTimeLimits: true })
      return await connect(options)
    } catch (error) {
      const mayPass = error instanceof FolderInUse || error instanceof DatabaseUnavailable
      if (!mayPass || performance.now() > deadline) throw error
    }
  }
}

async function connect({ folder, clock, log }: Options): Promise<Database> {
  const socket = reachSocket(folder)
  const onClosed = async () => socket.release()
  const db = openPostgres({ connection: socket.connection, clock, log, withoutTimeLimits: true, onClosed })
  try {
    await db.query('select 1')
    return db
  } catch (error) {
    await db.close()
    throw error instanceof DatabaseUnavailable && errorCode(error.cause) === 'EACCES' ? describeClosed(folder) : error
  }
}
