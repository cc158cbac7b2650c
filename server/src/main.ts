import type { FirstStart } from './bootstrap.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { DatabaseUnusable, errorCode } from './platform/db/database.ts'
import { createLog } from './platform/log.ts'
import { version } from './platform/version.ts'
import { type Service, startService } from './start.ts'

// Starts the program, says where it is, and stops it on a signal.

const exitCodes = { failure: 1, configuration: 78 }
const stopWithinMs = 9_500

function leave(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function explain(error: unknown, config: Config): never {
  if (error instanceof DatabaseUnusable) leave(error.message, exitCodes.failure)
  if (errorCode(error) === 'EADDRINUSE') {
    leave(`port ${config.PORT} on ${config.HOST} is in use; set PORT to another one`, exitCodes.failure)
  }
  leave(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.failure)
}

function stopOnSignal(service: Service): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(exitCodes.failure)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => leave('did not stop in time', exitCodes.failure), stopWithinMs).unref()
    service.stop().then(
      () => process.exit(0),
      (error) => leave(String(error), exitCodes.failure),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function greet(config: Config, url: string | undefined): void {
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

function greetFirst(config: Config, url: string | undefined, { key, accept_path }: FirstStart): void {
  console.log('\nFirst start. These are shown once:')
  console.log(`  Key      ${key}`)
  console.log(`  Invite   ${config.PUBLIC_URL ?? url ?? ''}${accept_path}`)
  console.log('           (makes you the owner of the project "default"; works once, within 14 days)')
}

let config: Config
try {
  config = readConfig()
} catch (error) {
  if (error instanceof ConfigError) leave(`The configuration has mistakes:\n${error.message}`, exitCodes.configuration)
  throw error
}
const log = createLog({ level: config.LOG_LEVEL, pretty: process.stderr.isTTY })
try {
  const service = await startService({ config, clock: systemClock, log })
  stopOnSignal(service)
  greet(config, service.url)
  const firstStart = await service.ready
  if (firstStart) greetFirst(config, service.url, firstStart)
  log.info('ready')
} catch (error) {
  explain(error, config)
}
