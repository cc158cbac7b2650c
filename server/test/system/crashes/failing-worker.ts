import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../../src/platform/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import { type Failpoint, failing } from '../../support/failing-database.ts'

// A worker in a process of its own. It begins a crawl and kills itself at one point, or works until it is killed.

export interface Orders {
  /** The source of its own crawl. */
  source: string
  /** How often all pages are crawled; the last time it dies. */
  times: number
  failpoint?: Failpoint
}

const { ORDERS, CLOCK_AHEAD_MS = '0', ...environment } = process.env
const config = readConfig(environment)
const log = createLog({ level: config.LOG_LEVEL })
const clock = { now: () => new Date(Date.now() + Number(CLOCK_AHEAD_MS)) }
const opening = openDatabase({ config, clock, log })
const { startBareWorker } = await import('./bare-worker.ts')
const { crawlAgain, isFinished, makeCrawl } = await import('../../support/crawl/crawl-domain.ts')
const opened = await opening
const { db, arm } = failing(opened)
await startBareWorker({ config, db, clock, log })

if (ORDERS !== undefined) {
  const { source, times, failpoint }: Orders = JSON.parse(ORDERS)
  // Not through the failing database: only the worker must meet the failpoint.
  const begin = async (domainId?: string) => {
    if (domainId === undefined) return makeCrawl(opened, [source])
    await crawlAgain(opened, domainId)
    return domainId
  }
  let domainId: string | undefined
  for (let time = 1; time < times; time++) {
    domainId = await begin(domainId)
    while (!(await isFinished(opened, domainId))) await sleep(20)
  }
  if (failpoint) arm(failpoint)
  await begin(domainId)
}
