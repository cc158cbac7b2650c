import { setTimeout as sleep } from 'node:timers/promises'
import { Callers } from './access/callers.ts'
import { createApp } from './app.ts'
import { bootstrap, type FirstStart } from './bootstrap.ts'
import type { Config } from './config.ts'
import { KeyUse } from './keys/key-use.ts'
import type { Clock } from './platform/clock.ts'
import { type Database, DatabaseUnavailable } from './platform/db/database.ts'
import { openEmbedded } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPostgres } from './platform/db/postgres.ts'
import type { App } from './platform/http/build-app.ts'
import { Jobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { jobTable } from './worker.ts'

export interface Service {
  app: App
  db: Database
  jobs: Jobs
  /** Where it listens; undefined on a worker. */
  url: string | undefined
  /** Settles when the database is open, migrated and in use. */
  ready: Promise<FirstStart | undefined>
  stop(): Promise<void>
}

const retryMs = 500
const jobsStopMs = 5_000

/** The whole program in one process, in the role that the configuration gives it. */
export async function startService(parts: { config: Config; clock: Clock; log: Log }): Promise<Service> {
  const { config, clock, log } = parts
  const db = config.DATABASE_URL
    ? openPostgres({ url: config.DATABASE_URL, clock, log })
    : await openEmbedded({ folder: config.DATA_DIR, clock, log })
  const serves = config.ROLE !== 'worker'
  const works = config.ROLE !== 'api'
  const jobs = new Jobs({ db, log, work: works })
  const keyUse = new KeyUse({ db, log })
  const callers = new Callers({ db, clock, keyUse })
  let isReady = false
  let stopping = false
  const app = await createApp({ config, db, clock, log, jobs, callers, isReady: () => isReady })

  async function prepare(): Promise<FirstStart | undefined> {
    await onceReachable(() => migrate(db))
    const firstStart = await onceReachable(() => bootstrap(db, config.BOOTSTRAP_KEY))
    await onceReachable(() => jobs.start(jobTable(db), { work: works }))
    if (serves) await onceReachable(() => callers.start())
    isReady = true
    return firstStart
  }

  async function onceReachable<Result>(step: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (stopping || !(error instanceof DatabaseUnavailable)) throw error
        log.warn({ err: error.cause }, 'the database cannot be reached yet')
        await sleep(retryMs)
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    await Promise.all([app.close(), isReady && jobs.stop(jobsStopMs)])
    await keyUse.flush()
    await db.close()
  }

  try {
    const url = serves ? await app.fastify.listen({ host: config.HOST, port: config.PORT }) : undefined
    const ready = prepare()
    ready.catch(() => undefined)
    return { app, db, jobs, url, ready, stop }
  } catch (error) {
    await db.close()
    throw error
  }
}
