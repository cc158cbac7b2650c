import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import { systemClock } from '../platform/clock.ts'
import { FolderUnusable, makeFolder } from '../platform/db/data-folder.ts'
import { DatabaseUnusable, errorCode } from '../platform/db/database.ts'
import { describeListenError, isListenError } from '../platform/listen-error.ts'
import { createLog } from '../platform/log.ts'
import { version } from '../platform/version.ts'
import type { FirstStart } from '../service/bootstrap.ts'
import type { Service } from '../service/start.ts'
import { type Config, ConfigError, mistypedSettings, readConfig } from '../settings/config.ts'
import { openDatabase } from '../settings/open-database.ts'

// Starts the program, prints its address, and stops it on a signal.

const exitCodes = { failure: 1, configuration: 78 }
const stopWithinMs = 9_500

function leave(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function explain(error: unknown, config: Config): never {
  // A setting stays wrong until somebody changes it; a disk may have room at the next try.
  if (error instanceof FolderUnusable) leave(error.message, error.isFull ? exitCodes.failure : exitCodes.configuration)
  if (error instanceof DatabaseUnusable) leave(error.message, exitCodes.failure)
  const code = errorCode(error) ?? ''
  if (code === 'EADDRINUSE') {
    leave(`port ${config.PORT} on ${config.HOST} is in use; set PORT to another one`, exitCodes.failure)
  }
  if (isListenError(code) && !isOf(error, 'connect')) leave(describeListenError(code, config), exitCodes.failure)
  // PostgreSQL's own word on files that it cannot read, or rights that are missing.
  if (error instanceof pg.DatabaseError) {
    const where = config.DATABASE_URL ? 'of DATABASE_URL' : `in ${config.DATA_DIR}`
    const remedy = 'where its files are damaged, restore a backup into another one'
    leave(`the database ${where} cannot be used: ${error.message} (${code}); ${remedy}`, exitCodes.failure)
  }
  leave(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.failure)
}

const isOf = (error: unknown, syscall: string) => (error as NodeJS.ErrnoException).syscall === syscall

let service: Service | undefined
let stopping = false
let signalledAt = Number.NEGATIVE_INFINITY
/** Ctrl-C in a terminal comes twice: from the terminal, and from npm, which has heard it too. */
const sameSignalMs = 1_000

function stop(signal: NodeJS.Signals | 'disconnect'): void {
  const now = performance.now()
  if (now - signalledAt < sameSignalMs) return
  signalledAt = now
  // A second signal, or one before the service runs, exits at once: a killed process loses nothing.
  if (stopping || !service) process.exit(stopping ? exitCodes.failure : 0)
  stopping = true
  log.info({ signal }, 'stopping')
  setTimeout(() => leave('did not stop in time', exitCodes.failure), stopWithinMs).unref()
  service.stop().then(
    () => process.exit(0),
    (error) => leave(String(error), exitCodes.failure),
  )
}

function greet(url: string | undefined): void {
  const base = config.PUBLIC_URL ?? url
  const database = config.DATABASE_URL ? 'PostgreSQL' : `embedded database in ${config.DATA_DIR}`
  console.log(`Polegraph ${version}, ${database}`)
  if (!base) {
    console.log('  Worker   listens to nobody, takes jobs from the database')
    return
  }
  console.log(`  Listens  ${url}`)
  console.log(`  Console  ${base}/`)
  console.log(`  Docs     ${base}/docs`)
}

function greetFirst({ key, invite_path }: FirstStart, url: string | undefined): void {
  console.log('\nFirst start. These are shown once (`npx polegraph recover` makes a new invite):')
  console.log(`  Key      ${key ?? 'the one in BOOTSTRAP_KEY'}`)
  console.log(`  Invite   ${config.PUBLIC_URL ?? url ?? ''}${invite_path}`)
  console.log('           (makes you the owner of the project "default"; works once, within 14 days)')
}

function readConfigOrLeave(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError)
      leave(`The configuration has mistakes:\n${error.message}`, exitCodes.configuration)
    throw error
  }
}

/** For the next start, where `npm ci` has kept nothing. Whoever can write there runs code as the service, so it is no folder that others may have made. */
function keepCompiled(folder: string): void {
  if (getCompileCacheDir()) return
  try {
    makeFolder(folder)
    enableCompileCache(folder)
  } catch {
    // A folder that cannot be used is reported by what needs it; this only makes a start quicker.
  }
}

/**
 * How often a function runs before V8 compiles it anew. With V8's own numbers (400 and 3,000) that was a quarter of the CPU of
 * a crawl of a hundred pages, and most of what it compiled did not run often enough afterwards. One that V8 does not know has no effect.
 */
setFlagsFromString('--invocation-count-for-maglev=2000')
setFlagsFromString('--invocation-count-for-turbofan=30000')

const config = readConfigOrLeave()
const log = createLog({ level: config.LOG_LEVEL, pretty: process.stderr.isTTY })
for (const mistake of mistypedSettings()) log.warn(mistake)
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Of a terminal that is closed.
process.on('SIGHUP', stop)
// Where a program has started this one with a channel, it ends with that program, however that ends.
process.once('disconnect', () => stop('disconnect'))
try {
  keepCompiled(join(config.DATA_DIR, 'compiled'))
  // The database starts while this process loads the rest of the program.
  const onFolderLost = () => leave(`the data folder ${config.DATA_DIR} was removed or moved`, exitCodes.failure)
  const db = openDatabase({ config, clock: systemClock, log, onFolderLost })
  db.catch(() => undefined)
  const { startService } = await import('../service/start.ts')
  service = await startService({ config, clock: systemClock, log, db, onFirstStart: greetFirst })
  greet(service.url)
  await service.ready
  log.info('ready')
  await service.working
  service.prepareReading()
} catch (error) {
  // An aborted start during a stop needs no message.
  if (!stopping) explain(error, config)
}
