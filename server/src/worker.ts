import { settleAbandoned } from './budget/budget.ts'
import type { Config } from './config.ts'
import type { EventLog } from './events/event-log.ts'
import { forgetOldEvents } from './events/event-log.ts'
import { forwardFeedbackJob, forwardJob } from './feedback/forward.ts'
import { Crawler } from './pipeline/crawler.ts'
import { Judges } from './pipeline/judges.ts'
import { RobotsCache } from './pipeline/robots-cache.ts'
import { SeenLinks } from './pipeline/seen-links.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { deleteOldAnswers } from './platform/http/idempotency.ts'
import type { JobTable } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { ParseThreads } from './reader/parse-threads.ts'
import { forgetEndedSessions } from './sessions/sessions.ts'
import type { Fetcher } from './web/fetcher.ts'
import { forgetOldDeliveries } from './webhooks/deliveries.ts'

export interface WorkerParts {
  config: Config
  db: Database
  clock: Clock
  log: Log
}

/** Every job of the service: what runs in the background, and when. */
export function jobTable({ config, db, clock, log }: WorkerParts): JobTable {
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
    'settle-abandoned': { cron: '*/5 * * * *', run: () => settleAbandoned(db, clock.now(), log) },
    ...(config.FEEDBACK_WEBHOOK_URL && { [forwardJob]: forwardFeedbackJob(db, config.FEEDBACK_WEBHOOK_URL) }),
  }
}

/** What fetches and reads pages. Its stop ends the threads too. */
export function createCrawler({
  config,
  ...parts
}: WorkerParts & { events: EventLog; fetcher: Fetcher }): Pick<Crawler, 'start' | 'stop'> {
  const parser = new ParseThreads(parts)
  const crawler = new Crawler({
    ...parts,
    parser,
    robots: new RobotsCache(parts),
    judges: new Judges(parts.db),
    seen: new SeenLinks(),
    delay_ms: config.CRAWL_DELAY_MS,
  })
  return {
    start: () => crawler.start(),
    stop: async (withinMs) => {
      await crawler.stop(withinMs)
      await parser.close()
    },
  }
}
