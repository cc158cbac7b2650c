import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { cacheBounds, cacheUse } from './cache.ts'

/** What the database knows, read when metrics are asked for: the same on every node. */
export interface SharedState {
  queued: { pages: number; jobs: number }
  /** Seconds that the oldest waiting page or job has waited. */
  oldest_queued_seconds: number
  hosts_held: number
  /** Calls of models in this month. */
  model_usage: { purpose: string; model: string; calls: number; spend_usd: number }[]
}

/** The state of this process. */
export interface OwnState {
  graphs: { bytes: number; max_bytes: number }
  reads: { held: number; waiting: number }
}

export interface Metrics {
  observe(route: string, status: number, seconds: number): void
  countPage(status: string, mode: string | null): void
  observeFetch(seconds: number): void
  observeRead(seconds: number): void
  countDelivery(status: string): void
  /** Without the shared state, which is undefined when the database cannot be reached. */
  render(shared: SharedState | undefined, own: OwnState): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'polegraph_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  })
  const pages = new Counter({
    name: 'polegraph_pages_total',
    help: 'Pages that this process was done with, by status and mode',
    labelNames: ['status', 'mode'],
    registers,
  })
  const fetches = new Histogram({
    name: 'polegraph_fetch_seconds',
    help: 'Time from the first request for a page to the end of its body, redirects included',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const reads = new Histogram({
    name: 'polegraph_read_seconds',
    help: 'Time to parse and read a page without a model, with the wait for a thread',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const deliveries = new Counter({
    name: 'polegraph_webhook_attempts_total',
    help: 'Attempts to deliver to a webhook, by outcome',
    labelNames: ['status'],
    registers,
  })
  const showShared = createSharedGauges(registers)
  const showCaches = createCacheGauges(registers)
  return {
    observe: (route, status, seconds) => requests.observe({ route, status }, seconds),
    countPage: (status, mode) => pages.inc({ status, mode: mode ?? 'none' }),
    observeFetch: (seconds) => fetches.observe(seconds),
    observeRead: (seconds) => reads.observe(seconds),
    countDelivery: (status) => deliveries.inc({ status }),
    render: (shared, { graphs, reads }) => {
      showShared(shared)
      showCaches(graphs, reads)
      return registry.metrics()
    },
  }
}

function createCacheGauges(registers: Registry[]): (graphs: OwnState['graphs'], reads: OwnState['reads']) => void {
  const bytes = new Gauge({ name: 'polegraph_cache_bytes', help: 'What caches take', labelNames: ['cache'], registers })
  const most = new Gauge({
    name: 'polegraph_cache_max_bytes',
    help: 'What caches may take',
    labelNames: ['cache'],
    registers,
  })
  const reads = new Gauge({
    name: 'polegraph_reads',
    help: 'Reads of projects under way, and those that wait for their turn',
    labelNames: ['state'],
    registers,
  })
  return (graphs, { held, waiting }) => {
    for (const { name, bytes: taken } of cacheUse()) {
      bytes.set({ cache: name }, taken)
      most.set({ cache: name }, cacheBounds[name].bytes)
    }
    bytes.set({ cache: 'graphs' }, graphs.bytes)
    most.set({ cache: 'graphs' }, graphs.max_bytes)
    reads.set({ state: 'under way' }, held)
    reads.set({ state: 'waiting' }, waiting)
  }
}

function createSharedGauges(registers: Registry[]): (shared: SharedState | undefined) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const queued = gauge('polegraph_queued', 'Waiting work, by what it is', ['work'])
  const oldest = gauge('polegraph_oldest_queued_seconds', 'How long the oldest waiting work has waited')
  const held = gauge('polegraph_hosts_held', 'Hosts that a worker is fetching from')
  const calls = gauge('polegraph_model_calls_month', 'Model calls of this month', ['purpose', 'model'])
  const spend = gauge('polegraph_model_spend_usd_month', 'Model spend of this month in USD', ['purpose', 'model'])
  return (shared) => {
    for (const one of [queued, oldest, held, calls, spend]) one.reset()
    if (!shared) {
      // A gauge without labels would say 0.
      for (const one of [oldest, held]) one.set(Number.NaN)
      return
    }
    for (const work of ['pages', 'jobs'] as const) queued.set({ work }, shared.queued[work])
    oldest.set(shared.oldest_queued_seconds)
    held.set(shared.hosts_held)
    for (const { purpose, model, ...usage } of shared.model_usage) {
      calls.set({ purpose, model }, usage.calls)
      spend.set({ purpose, model }, usage.spend_usd)
    }
  }
}
