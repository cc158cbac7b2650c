import { setTimeout as sleep } from 'node:timers/promises'
import { Callers } from '../access/callers.ts'
import { deletedDomainChannel } from '../domains/delete-domain.ts'
import { LoadedDomains } from '../domains/loaded-domains.ts'
import type { EventLog } from '../events/event-log.ts'
import { createFeeds } from '../events/feeds.ts'
import { createGraphFeed } from '../graph/events/graph-feed.ts'
import { preloadGraphs } from '../graph/memory/load/preload.ts'
import { KeyUse } from '../keys/key-use.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { App } from '../platform/http/app/build-app.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { accessChannel } from '../projects/access-change.ts'
import { openDatabase } from '../settings/open-database.ts'
import { createApp } from './app.ts'
import { bootstrap, type FirstStart } from './bootstrap.ts'
import { PartList, type ServicePart } from './part-list.ts'
import { createSharedParts, type ServiceOptions } from './shared-parts.ts'

export interface Service {
  app: App
  db: Database
  jobs: Jobs
  events: EventLog
  /** The address that it listens on; undefined on a worker. */
  url: string | undefined
  /** Resolves when the database is open and migrated, and calls are answered. */
  ready: Promise<void>
  /** Resolves when jobs can be enqueued, and are run if this process runs them. */
  working: Promise<void>
  /** Loads what the first page of a crawl needs, where this process crawls. */
  prepareReading(): void
  stop(): Promise<void>
}

export interface StartOptions extends ServiceOptions {
  /** For a caller that has begun to open the database already. */
  db?: Promise<Database>
  /** The built console, where it is not in its usual place. */
  consoleFolder?: string
  /** Gets the first key and invite as soon as they exist: they cannot be read later. */
  onFirstStart?(first: FirstStart, url: string | undefined): void
}

const answerFirstMs = 20

/** The whole program in one process, in the role that the configuration gives it. */
export async function startService(options: StartOptions): Promise<Service> {
  const db = await (options.db ?? openDatabase(options))
  const list = new PartList(options.log, [{ stop: () => db.close() }])
  try {
    return await startParts(options, db, list)
  } catch (error) {
    await list.stop().catch(() => undefined)
    throw error
  }
}

async function startParts(options: StartOptions, db: Database, list: PartList): Promise<Service> {
  const { config, clock, log } = options
  const { stopping } = list
  const serves = config.ROLE !== 'worker'
  const keyUse = new KeyUse({ db, log })
  const callers = new Callers({ db, clock, keyUse })
  const domains = new LoadedDomains({ db, clock })
  const feeds = createFeeds({ db, log })
  const graphFeed = createGraphFeed({ db, log })
  await list.start(() => [{ stop: () => keyUse.flush() }])
  const shared = await createSharedParts(options, db, list)
  const { indexes } = shared
  let isReady = false
  const { consoleFolder } = options
  const app = createApp({
    ...shared,
    callers,
    domains,
    feeds,
    graphFeed,
    consoleFolder,
    isReady: () => isReady,
  })
  let url: string | undefined
  const server: ServicePart = {
    start: async () => {
      url = await app.fastify.listen({ host: config.HOST, port: config.PORT })
    },
    drain: () => app.close(),
  }
  await list.start(() => (serves ? [server] : []))

  const answering: ServicePart[] = [
    { start: () => callers.start() },
    { start: () => domains.start() },
    // Registered after the callers, so that their cache is cleared first.
    { start: () => db.listen(accessChannel, { onNotice: () => app.streams.confirmAll() }) },
    { start: () => db.listen(deletedDomainChannel, { onNotice: (id) => indexes.forget(id) }) },
    { start: () => feeds.events.start(), drain: () => feeds.events.stop() },
    { start: () => feeds.activity.start(), drain: () => feeds.activity.stop() },
    { start: () => graphFeed.start(), drain: () => graphFeed.stop() },
  ]
  const makeFirst = async () => {
    const firstStart = await bootstrap(db, config.BOOTSTRAP_KEY)
    if (firstStart) options.onFirstStart?.(firstStart, url)
  }
  const ready = list
    .start(() => [{ start: () => migrate(db) }, { start: makeFirst }, ...(serves ? answering : [])])
    .then(() => {
      isReady = true
    })

  // In the background: a graph that could not be loaded is loaded by the first request for it.
  const preload = async () => {
    preloadGraphs(db, indexes, stopping).catch(
      (error) => stopping.aborted || log.warn({ err: error }, 'graphs were not loaded ahead'),
    )
  }
  const makeWork = async () => {
    // Loading blocks this thread, so those who have waited for the start are answered first.
    await sleep(answerFirstMs, undefined, { signal: stopping })
    // A third of the program, of which no answer needs anything.
    const { workParts } = await import('./worker.ts')
    return [...workParts(shared), ...(serves ? [{ start: preload }] : [])]
  }
  const working = ready.then(() => list.start(makeWork))
  // Callers that await it get the error; this only prevents an unhandled rejection.
  working.catch(() => undefined)

  const prepareReading = () => {
    if (config.ROLE === 'api' || stopping.aborted) return
    shared.threads.startAhead()
    // The client of the web, which is loaded by the first fetch otherwise.
    import('undici').catch(() => undefined)
  }
  const { jobs, events } = shared
  return { app, db, jobs, events, url, ready, working, prepareReading, stop: () => list.stop() }
}
