import { setTimeout as sleep } from 'node:timers/promises'
import { Callers } from './access/callers.ts'
import { createApp } from './app.ts'
import { bootstrap, type FirstStart } from './bootstrap.ts'
import type { Config } from './config.ts'
import { logRuns } from './crawl/log-runs.ts'
import { deletedDomainChannel } from './domains/delete-domain.ts'
import { LoadedDomains } from './domains/loaded-domains.ts'
import { EventLog } from './events/event-log.ts'
import { createFeeds } from './events/feeds.ts'
import { GraphIndexes } from './graph/memory/graph-indexes.ts'
import { preloadGraphs } from './graph/memory/preload.ts'
import { KeyUse } from './keys/key-use.ts'
import { createModel } from './model/model.ts'
import { openDatabase } from './open-database.ts'
import { openSecretBox } from './open-secret-box.ts'
import { HostVisits } from './pipeline/parts/host-visits.ts'
import { RobotsCache } from './pipeline/parts/robots-cache.ts'
import { SitemapVisits } from './pipeline/parts/sitemap-visits.ts'
import type { Clock } from './platform/clock.ts'
import { type Database, DatabaseUnavailable, errorCode } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import type { App } from './platform/http/build-app.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { SecretBox } from './platform/secret-box.ts'
import { accessChannel } from './projects/access-change.ts'
import { CrawlStops } from './queue/crawl-stops.ts'
import { PageQueue } from './queue/page-queue.ts'
import { ParseThreads, type ReadingBounds } from './reader/read-page/parse-threads.ts'
import { createAddressGuard } from './web/address/address-guard.ts'
import type { ResolveName } from './web/address/resolve-name.ts'
import { Fetcher } from './web/fetch/fetcher.ts'
import type { Connect } from './web/fetch/guarded-agent.ts'
import { queueDeliveries } from './webhooks/deliveries.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'
import { Sender } from './webhooks/sender.ts'
import type { createCrawler, createSearchers } from './worker.ts'

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

const firstRetryMs = 250
const lastRetryMs = 5_000
const answerFirstMs = 20
const jobsStopMs = 5_000
const sendingStopMs = 3_000
const crawlingStopMs = 2_000

async function openBoxOrClose(parts: { config: Config; log: Log; db: Database }): Promise<SecretBox> {
  try {
    return openSecretBox(parts)
  } catch (error) {
    await parts.db.close()
    throw error
  }
}

/** The whole program in one process, in the role that the configuration gives it. */
export async function startService(parts: {
  config: Config
  clock: Clock
  log: Log
  /** For a caller that has begun to open the database already. */
  db?: Promise<Database>
  /** Access to the open web, and the time limits of a fetch and of a discovery's look at sites; replaced in tests. */
  network?: { resolve?: ResolveName; connect?: Connect; fetch_within_ms?: number; look_within_ms?: number }
  /** Limits for reading a page, other than the defaults. */
  reading?: ReadingBounds
  /** The built console, where it is not in its usual place. */
  consoleFolder?: string
  /** Gets the first key and invite as soon as they exist: they cannot be read later. */
  onFirstStart?(first: FirstStart, url: string | undefined): void
}): Promise<Service> {
  const { config, clock, log } = parts
  const db = await (parts.db ?? openDatabase(parts))
  const serves = config.ROLE !== 'worker'
  const works = config.ROLE !== 'api'
  const jobs = new Jobs({ db, log, work: works })
  const keyUse = new KeyUse({ db, log })
  const callers = new Callers({ db, clock, keyUse })
  const domains = new LoadedDomains({ db, clock })
  const stopping = new AbortController()
  const feeds = createFeeds({ db, log })
  // The library is loaded only when metrics can be requested.
  const metrics = config.METRICS_TOKEN ? (await import('./platform/metrics.ts')).createMetrics() : undefined
  const events = new EventLog([queueDeliveries, logRuns(log)])
  const guard = createAddressGuard({
    allow: config.CRAWL_ALLOW_PRIVATE,
    hosts: config.CRAWL_HOSTS_FILE,
    resolve: parts.network?.resolve,
  })
  const box = await openBoxOrClose({ config, log, db })
  const sender = new Sender({ clock, guard, box, connect: parts.network?.connect })
  const fetcher = new Fetcher({
    clock,
    guard,
    connect: parts.network?.connect,
    user_agent: config.CRAWL_USER_AGENT,
    within_ms: parts.network?.fetch_within_ms,
    onFetched: metrics?.observeFetch,
  })
  const robots = new RobotsCache({ db, clock, fetcher })
  const threads = new ParseThreads({ ...parts.reading, log, onRead: metrics?.observeRead })
  const model = createModel(config, { clock })
  const dispatcher = works
    ? new Dispatcher({ db, clock, log, events, sender, metrics, failing_days: config.WEBHOOK_FAILING_DAYS })
    : undefined
  let crawler: ReturnType<typeof createCrawler> | undefined
  let searchers: ReturnType<typeof createSearchers> | undefined
  let isReady = false
  const webhooks = { guard, sender, box }
  const queue = new PageQueue({ db, clock, delay_ms: config.CRAWL_DELAY_MS, stops: new CrawlStops() })
  const crawl = { events, fetcher, guard, sitemap_visits: new SitemapVisits({ queue, robots, clock }) }
  const indexes = new GraphIndexes({ max_bytes: config.GRAPH_MEMORY_MB * 1024 * 1024 })
  const app = createApp({
    config,
    db,
    clock,
    log,
    jobs,
    callers,
    domains,
    feeds,
    webhooks,
    crawl,
    metrics,
    model,
    indexes,
    threads,
    stopping: stopping.signal,
    consoleFolder: parts.consoleFolder,
    isReady: () => isReady,
  })

  async function prepare(url: string | undefined): Promise<void> {
    await onceReachable(() => migrate(db))
    const firstStart = await onceReachable(() => bootstrap(db, config.BOOTSTRAP_KEY))
    if (firstStart) parts.onFirstStart?.(firstStart, url)
    if (serves) {
      await onceReachable(() => callers.start())
      await onceReachable(() => domains.start())
      // Registered after the callers, so that their cache is cleared first.
      await onceReachable(() => db.listen(accessChannel, { onNotice: () => app.streams.confirmAll() }))
      await onceReachable(() => db.listen(deletedDomainChannel, { onNotice: (id) => indexes.forget(id) }))
      await onceReachable(() => feeds.events.start())
      await onceReachable(() => feeds.activity.start())
    }
    isReady = true
  }

  async function onceReachable<Result>(step: () => Promise<Result>): Promise<Result> {
    for (let wait = firstRetryMs; ; wait = Math.min(wait * 2, lastRetryMs)) {
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        const reason = error.cause instanceof Error ? error.cause.message : undefined
        log.warn({ reason, code: errorCode(error.cause) }, 'the database cannot be reached yet')
        await sleep(wait, undefined, { signal: stopping.signal })
      }
    }
  }

  try {
    const url = serves ? await app.fastify.listen({ host: config.HOST, port: config.PORT }) : undefined
    const ready = prepare(url)
    const working = ready.then(async () => {
      // Loading blocks this thread, so those who have waited for the start are answered first.
      await sleep(answerFirstMs, undefined, { signal: stopping.signal })
      // A third of the program, of which no answer needs anything.
      const worker = await import('./worker.ts')
      if (dispatcher) await onceReachable(() => dispatcher.start())
      if (works) {
        const common = { config, db, clock, log, events, metrics }
        const own = worker.createCrawler({
          ...common,
          fetcher,
          robots,
          guard,
          connect: parts.network?.connect,
          model,
          threads,
        })
        crawler = own
        await onceReachable(() => own.start())
      }
      const jobParts = { config, db, clock, log, threads, stopping: stopping.signal }
      const visits = new HostVisits({ queue, robots, clock })
      const own = worker.createSearchers({
        ...{ ...jobParts, events, fetcher, visits, guard },
        ...{ connect: parts.network?.connect, resolve: parts.network?.resolve },
        look_within_ms: parts.network?.look_within_ms,
      })
      searchers = own
      if (works) await onceReachable(() => own.discoverer.start())
      await onceReachable(() => jobs.start(worker.jobTable({ ...jobParts, events, model, jobs, guard, ...own })))
      if (works) await onceReachable(() => worker.resumeSteps({ db, jobs }))
    })
    // Callers that await it get the error; this only prevents an unhandled rejection.
    working.catch(() => undefined)
    // In the background: a graph that could not be loaded is loaded by the first request for it.
    if (serves) {
      void working
        .then(() => preloadGraphs(db, indexes, stopping.signal))
        .catch((error) => stopping.signal.aborted || log.warn({ err: error }, 'graphs were not loaded ahead'))
    }
    const stop = async () => {
      stopping.abort()
      feeds.events.stop()
      feeds.activity.stop()
      const requests = app.close()
      await working.catch(() => undefined)
      await Promise.all([
        jobs.stop(jobsStopMs),
        dispatcher?.stop(sendingStopMs),
        sender.idle(sendingStopMs),
        crawler?.stop(crawlingStopMs),
      ])
      await Promise.all([sender.close(), fetcher.close(), searchers?.close(), model?.close(), threads.close()])
      await requests
      await keyUse.flush()
      await db.close()
    }
    const prepareReading = () => {
      if (!works || stopping.signal.aborted) return
      threads.startAhead()
      // The client of the web, which is loaded by the first fetch otherwise.
      import('undici').catch(() => undefined)
    }
    return { app, db, jobs, events, url, ready, working, prepareReading, stop }
  } catch (error) {
    await db.close()
    throw error
  }
}
