import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Log } from '../log.ts'
import { layoutOf } from './layout.ts'
import { type OtherPrograms, OwnServer } from './own-server.ts'
import { loadingSettings } from './settings.ts'

// PostgreSQL as a process of this one, with its files in the data folder. Above the connection it is a server like any other.

const watchMs = 5_000

export async function openEmbedded(options: {
  folder: string
  clock: Clock
  log: Log
  /** Set for one who loads all of an empty database, and is alone with it. */
  isLoading?: boolean
  withoutTimeLimits?: boolean
  programs?: OtherPrograms
  /** Called once when the folder was removed or moved: nothing that is written from then on is kept. */
  onFolderLost?: (() => void) | undefined
}): Promise<Database> {
  const { folder, clock, log, programs, isLoading = false, withoutTimeLimits = isLoading } = options
  const server = new OwnServer({ folder, log, programs, ...(isLoading && { settings: loadingSettings }) })
  await server.start()
  const watch = setInterval(() => {
    if (server.isFolderThere()) return
    clearInterval(watch)
    options.onFolderLost?.()
  }, watchMs).unref()
  const socket = reachSocket(folder)
  return openPostgres({
    ...{ connection: socket.connection, clock, log, withoutTimeLimits },
    onClosed: async () => {
      clearInterval(watch)
      await server.stop()
      socket.release()
    },
  })
}

/** The address of a socket is 108 bytes in Linux, with a zero at its end. */
const addressBytes = 107
const port = 5432

/** How to connect to the PostgreSQL that runs on a data folder, by a path that is short enough, until it is released. */
export function reachSocket(folder: string): { connection: pg.ClientConfig; release(): void } {
  const { database } = layoutOf(folder)
  const common = { user: 'postgres', database: 'postgres', port, ssl: false }
  if (Buffer.byteLength(join(database, `.s.PGSQL.${port}`)) <= addressBytes)
    return { connection: { host: database, ...common }, release: () => undefined }
  const opened = openSync(database, 'r')
  return { connection: { host: `/proc/self/fd/${opened}`, ...common }, release: () => closeSync(opened) }
}
