import { EventLog } from '../../../src/events/event-log.ts'
import { createModel } from '../../../src/model/model.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import type { Log } from '../../../src/platform/log.ts'
import { ParseThreads } from '../../../src/reader/read-page/parse-threads.ts'
import { createCrawler } from '../../../src/service/worker.ts'
import type { Config } from '../../../src/settings/config.ts'
import { createAddressGuard } from '../../../src/web/address/address-guard.ts'
import { Fetcher } from '../../../src/web/fetch/fetcher.ts'

// The crawler alone, without the rest of the service: it starts in a fraction of the time.

/** Enough for the pages of tests, and soon full. */
const reading = { memory_mb: 32 }

export async function startBareWorker(parts: {
  config: Config
  db: Database
  clock: Clock
  log: Log
}): Promise<{ stop(): Promise<void> }> {
  const { config, clock } = parts
  const resolve = async (name: string) => {
    throw new Error(`the test gave ${name} no address`)
  }
  const guard = createAddressGuard({ allow: config.CRAWL_ALLOW_PRIVATE, hosts: config.CRAWL_HOSTS_FILE, resolve })
  const fetcher = new Fetcher({ clock, guard, user_agent: config.CRAWL_USER_AGENT })
  const model = createModel(config, { clock })
  const threads = new ParseThreads({ ...reading, log: parts.log })
  const crawler = createCrawler({ ...parts, events: new EventLog([]), fetcher, guard, model, threads })
  await crawler.start()
  return {
    stop: async () => {
      await crawler.stop(1_000)
      await threads.close()
      await fetcher.close()
      await model?.close()
    },
  }
}
