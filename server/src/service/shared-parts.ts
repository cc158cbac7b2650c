import { logRuns } from '../crawl/log-runs.ts'
import { EventLog } from '../events/event-log.ts'
import { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../graph/memory/search/search.ts'
import { createModel } from '../model/model.ts'
import { RobotsCache } from '../pipeline/parts/robots-cache.ts'
import { SitemapVisits } from '../pipeline/parts/sitemap-visits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { CrawlStops } from '../queue/crawl-stops.ts'
import { PageQueue } from '../queue/page-queue.ts'
import { ParseThreads, type ReadingBounds } from '../reader/read-page/parse-threads.ts'
import type { Config } from '../settings/config.ts'
import { openSecretBox } from '../settings/open-secret-box.ts'
import { createAddressGuard } from '../web/address/address-guard.ts'
import type { ResolveName } from '../web/address/resolve-name.ts'
import { Fetcher } from '../web/fetch/fetcher.ts'
import { type Connect, connectTcp } from '../web/fetch/guarded-agent.ts'
import { connectThrough } from '../web/fetch/outgoing-proxy.ts'
import { queueDeliveries } from '../webhooks/deliveries.ts'
import { Sender } from '../webhooks/sender.ts'
import type { PartList } from './part-list.ts'

/** For webhooks that are being sent when the service stops. */
export const sendingStopMs = 3_000

export interface ServiceOptions {
  config: Config
  clock: Clock
  log: Log
  /** Access to the open web, and the time limits of a fetch, of a discovery's look at sites and of its rounds with a model; replaced in tests. */
  network?: {
    resolve?: ResolveName
    connect?: Connect
    fetch_within_ms?: number
    look_within_ms?: number
    rounds_within_ms?: number
  }
  /** Limits for reading a page, other than the defaults. */
  reading?: ReadingBounds
  /** Threads that read pages for several services; whoever made them closes them. */
  threads?: ParseThreads
}

export type SharedParts = Awaited<ReturnType<typeof createSharedParts>>

/** What both the answers to calls and the work in the background need. */
export async function createSharedParts(options: ServiceOptions, db: Database, list: PartList) {
  const { config, clock, log, network = {} } = options
  const { connect, resolve } = network
  const proxy = config.CRAWL_PROXY
  const crawl_connect = proxy ? connectThrough(proxy, connect ?? connectTcp) : connect
  // The library is loaded only when metrics can be requested.
  const metrics = config.METRICS_TOKEN ? (await import('../platform/metrics.ts')).createMetrics() : undefined
  const guard = createAddressGuard({ allow: config.CRAWL_ALLOW_PRIVATE, hosts: config.CRAWL_HOSTS_FILE, resolve })
  const box = openSecretBox({ config, log })
  const sender = new Sender({ clock, guard, box, connect })
  const fetcher = new Fetcher({
    ...{ clock, guard, connect: crawl_connect, user_agent: config.CRAWL_USER_AGENT },
    within_ms: network.fetch_within_ms,
    onFetched: metrics?.observeFetch,
  })
  const threads = options.threads ?? new ParseThreads({ ...options.reading, log, onRead: metrics?.observeRead })
  const model = createModel(config, { clock })
  await list.start(() => [
    { drain: () => sender.idle(sendingStopMs), stop: () => sender.close() },
    { stop: () => fetcher.close() },
    { stop: async () => options.threads ?? threads.close() },
    { stop: async () => model?.close() },
  ])
  const indexes = new GraphIndexes({ max_bytes: config.GRAPH_MEMORY_MB * 1024 * 1024 })
  const robots = new RobotsCache({ db, clock, fetcher })
  const queue = new PageQueue({ db, clock, delay_ms: config.CRAWL_DELAY_MS, stops: new CrawlStops() })
  return {
    ...{ config, db, clock, log, network, metrics, guard, box, sender, fetcher, threads, model, robots, queue },
    crawl_connect,
    indexes,
    find_names: findNamesBy(indexes),
    sitemap_visits: new SitemapVisits({ queue, robots, clock }),
    events: new EventLog([queueDeliveries, logRuns(log)]),
    jobs: new Jobs({ db, log, work: config.ROLE !== 'api' }),
    stopping: list.stopping,
  }
}
