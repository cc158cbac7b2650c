import { autopilotJob } from '../autopilot/autopilots.ts'
import { runAutopilots } from '../autopilot/pilot.ts'
import { settleAbandoned } from '../budget/budget.ts'
import { judgeJob, judgePagesJob } from '../crawl/judge/judge-job.ts'
import { startDueRecrawls } from '../crawl/schedule/start-due.ts'
import { judgeByModel } from '../curation/judge-by-model.ts'
import { Discoverer, type DiscovererParts, discoveriesAtOnce } from '../discovery/discoverer.ts'
import { discoverJob } from '../discovery/discoveries.ts'
import { deleteRows, deleteRowsJob } from '../domains/delete-rows.ts'
import { forgetOldEvents } from '../events/event-log.ts'
import { forwardFeedbackJob, forwardJob } from '../feedback/forward.ts'
import { SeenLinks } from '../frontier/links/seen-links.ts'
import { resolveDue } from '../graph/store/update/resolve-due.ts'
import { retypeDue } from '../graph/store/update/retype-due.ts'
import { importJob, writeImports } from '../imports/write-parts.ts'
import { RecentAnswers } from '../pipeline/agentic/recent-answers.ts'
import { Crawler } from '../pipeline/crawler.ts'
import { HostVisits } from '../pipeline/parts/host-visits.ts'
import { Judges } from '../pipeline/parts/judges.ts'
import { createLocator } from '../pipeline/parts/locate.ts'
import { RobotsCache } from '../pipeline/parts/robots-cache.ts'
import { Places } from '../places/find-place.ts'
import { planWeekly } from '../plans/plan-weekly.ts'
import { Planner, type PlannerParts } from '../plans/planner.ts'
import { planJob } from '../plans/plans.ts'
import type { Database } from '../platform/db/database.ts'
import { deleteOldAnswers } from '../platform/http/idempotency.ts'
import type { Jobs, JobTable } from '../platform/jobs/jobs.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { CrawlStops } from '../queue/crawl-stops.ts'
import { enforceStored } from '../quotas/enforce-stored.ts'
import { quotasBy, requireQuota } from '../quotas/quotas.ts'
import { forgetEndedSessions } from '../sessions/sessions.ts'
import type { Config } from '../settings/config.ts'
import { sendDueMails } from '../watches/mails/send-mails.ts'
import type { AddressGuard } from '../web/address/address-guard.ts'
import type { ResolveName } from '../web/address/resolve-name.ts'
import type { Fetcher } from '../web/fetch/fetcher.ts'
import type { Connect } from '../web/fetch/guarded-agent.ts'
import { findChromium, Renderer } from '../web/render/renderer.ts'
import { createSearch } from '../web/search/create-search.ts'
import { forgetOldDeliveries } from '../webhooks/deliveries.ts'
import { Dispatcher } from '../webhooks/dispatch/dispatcher.ts'
import { GraphNews } from '../webhooks/dispatch/graph-news.ts'
import type { ServicePart } from './part-list.ts'
import { forgetOldCrawls, forgetOldHistory, forgetOldReaders } from './retention.ts'
import { type SharedParts, sendingStopMs } from './shared-parts.ts'

const jobsStopMs = 5_000
const crawlingStopMs = 2_000

type WorkerParts = Pick<SharedParts, 'config' | 'db' | 'clock' | 'log' | 'events' | 'guard' | 'model' | 'threads'>

export interface JobParts extends WorkerParts, Pick<SharedParts, 'find_names'> {
  discoverer: Pick<Discoverer, 'run'>
  planner: Pick<Planner, 'run'>
  jobs: Pick<Jobs, 'enqueue'>
  /** Aborted when the process begins to stop: a long job ends after its present bite. */
  stopping: AbortSignal
}

/** Every job of the service: what runs in the background, and when. */
export function jobTable(parts: JobParts): JobTable {
  const { config, db, clock, log, events, threads, model, discoverer, planner, stopping } = parts
  return {
    'forget-ended': {
      cron: '7 * * * *',
      run: () =>
        db.transaction(async (tx) => {
          await forgetEndedSessions(tx)
          await deleteOldAnswers(tx)
        }),
    },
    'forget-events': {
      cron: '22 * * * *',
      run: async () => {
        await forgetOldEvents(db, clock.now(), config.EVENT_RETENTION_DAYS)
        await forgetOldDeliveries(db, clock.now(), config.EVENT_RETENTION_DAYS)
      },
    },
    'forget-history': {
      cron: '17 2 * * *',
      run: () => forgetOldHistory({ db, now: clock.now(), days: config.HISTORY_RETENTION_DAYS, stopping }),
    },
    'forget-crawls': {
      cron: '47 2 * * *',
      run: () => forgetOldCrawls({ db, now: clock.now(), days: config.CRAWL_RETENTION_DAYS, stopping }),
    },
    'forget-readers': { cron: '37 2 * * *', run: () => forgetOldReaders({ db, now: clock.now(), stopping }) },
    'settle-abandoned': { cron: '*/5 * * * *', run: () => settleAbandoned(db, clock.now(), log) },
    // Enqueued by whoever deletes a domain; the schedule finds what a killed process has left.
    [deleteRowsJob]: { cron: '*/10 * * * *', run: () => deleteRows(db, stopping) },
    'enforce-quotas': { cron: '*/2 * * * *', run: () => enforceStored(db, events, log, quotasBy(config.QUOTAS)) },
    [judgeJob]: judgePagesJob({ db, threads, events }),
    // Enqueued with every discovery; the schedule finds what a killed process has left.
    [discoverJob]: { cron: '* * * * *', concurrency: discoveriesAtOnce, run: () => discoverer.run() },
    // Enqueued with every plan; the schedule finds what a killed process has left.
    [planJob]: { cron: '* * * * *', concurrency: 4, run: () => planner.run() },
    // Enqueued with every autopilot and retry; the schedule finds those that wait, and what a killed process has left.
    [autopilotJob]: { cron: '* * * * *', concurrency: 4, run: () => runAutopilots(parts) },
    'start-due-recrawls': {
      cron: '* * * * *',
      run: () =>
        startDueRecrawls({
          ...parts,
          requirePages: (tx, projectId) => requireQuota(tx, quotasBy(config.QUOTAS), 'pages', projectId),
        }),
    },
    'plan-weekly': { cron: '37 * * * *', run: () => planWeekly(parts) },
    ...(config.RESOLVE_WITH_MODEL === '1' &&
      model && { 'judge-duplicates': { cron: '* * * * *', run: () => judgeByModel({ db, log, model, stopping }) } }),
    // Enqueued with every import; the schedule finds what a killed process has left.
    [importJob]: {
      cron: '* * * * *',
      run: () => writeImports({ ...parts, locator: createLocator(() => Places.load()) }),
    },
    'resolve-due': { cron: '* * * * *', run: () => resolveDue(db, stopping) },
    'retype-due': { cron: '* * * * *', run: () => retypeDue(db, stopping) },
    ...mailJob(parts),
    ...(config.FEEDBACK_WEBHOOK_URL && { [forwardJob]: forwardFeedbackJob(db, config.FEEDBACK_WEBHOOK_URL) }),
  }
}

function mailJob({ config, ...parts }: JobParts): JobTable {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = config
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL) return {}
  const open = () => openMailer(new URL(SMTP_URL), MAIL_FROM)
  return {
    'send-mails': { cron: '* * * * *', run: () => sendDueMails({ ...parts, base_url: PUBLIC_URL, openMailer: open }) },
  }
}

/** Begins the work that another process has left, which need not wait for the schedule. */
export async function resumeSteps({ db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): Promise<void> {
  await db.transaction(async (tx) => {
    for (const name of [discoverJob, planJob, autopilotJob, importJob]) await jobs.enqueue(tx, name, {})
  })
}

export interface CrawlerParts extends WorkerParts, Partial<Pick<SharedParts, 'robots' | 'metrics'>> {
  fetcher: Fetcher
  connect?: Connect | undefined
}

function createRenderer(config: Config, parts: Omit<CrawlerParts, 'config' | 'threads'>): Renderer | undefined {
  if (config.CRAWL_RENDER === 'off') return undefined
  const chromium = findChromium()
  if (chromium) return new Renderer({ ...parts, chromium, user_agent: config.CRAWL_USER_AGENT })
  parts.log.warn('CRAWL_RENDER is auto, but no Chromium is installed: pages are not rendered')
  return undefined
}

/** Fetches and reads pages. */
export function createCrawler({ config, threads, ...parts }: CrawlerParts): Crawler {
  const renderer = createRenderer(config, parts)
  return new Crawler({
    ...parts,
    parser: threads,
    renderer,
    answers: new RecentAnswers(),
    locator: createLocator(() => Places.load()),
    robots: parts.robots ?? new RobotsCache(parts),
    judges: new Judges(parts.db),
    seen: new SeenLinks(),
    stops: new CrawlStops(),
    delay_ms: config.CRAWL_DELAY_MS,
  })
}

interface SearchingParts extends Omit<DiscovererParts, 'search'>, Omit<PlannerParts, 'search'> {
  config: Config
  guard: AddressGuard
  connect?: Connect | undefined
  resolve?: ResolveName | undefined
}

/** Everybody who searches the web, with one provider for all: it keeps the pauses between its requests. */
export function createSearchers({ config, guard, connect, resolve, ...parts }: SearchingParts) {
  const search = createSearch(config, { guard, connect, resolve })
  return {
    discoverer: new Discoverer({ ...parts, search }),
    planner: new Planner({ ...parts, search }),
    close: () => search.close(),
  }
}

/** What a process does in the background, by its role; the jobs come last, because they need the others. */
export function workParts(shared: SharedParts): ServicePart[] {
  const { config, db, clock, jobs, queue, robots, network } = shared
  const { resolve, look_within_ms, rounds_within_ms } = network
  const connect = shared.crawl_connect
  const visits = new HostVisits({ queue, robots, clock })
  const searchers = createSearchers({ ...shared, connect, resolve, look_within_ms, rounds_within_ms, visits })
  const table = jobTable({ ...shared, ...searchers })
  const searching: ServicePart = { stop: () => searchers.close() }
  const jobsPart: ServicePart = { start: () => jobs.start(table), drain: () => jobs.stop(jobsStopMs) }
  if (config.ROLE === 'api') return [searching, jobsPart]
  const dispatcher = new Dispatcher({ ...shared, failing_days: config.WEBHOOK_FAILING_DAYS })
  const news = new GraphNews(shared)
  const crawler = createCrawler({ ...shared, connect })
  return [
    { start: () => dispatcher.start(), drain: () => dispatcher.stop(sendingStopMs) },
    { start: () => news.start(), drain: () => news.stop() },
    { start: () => crawler.start(), drain: () => crawler.stop(crawlingStopMs) },
    { ...searching, start: () => searchers.discoverer.start() },
    jobsPart,
    { start: () => resumeSteps({ db, jobs }) },
  ]
}
