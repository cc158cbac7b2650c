import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import { EventLog } from '../src/events/event-log.ts'
import { openDatabase } from '../src/open-database.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'
import { startService } from '../src/start.ts'
import { crashSources, makeCrashSite } from './crash-site.ts'
import { endings, expectWhole, isFinished, makeCrawl } from './crawl-domain.ts'
import { runFailing } from './failing-processes.ts'
import type { Failpoint } from './failing-service.ts'
import { closedNetwork, copyDatabase, TestClock } from './harness.ts'
import { startLocalSites } from './local-site.ts'

// The worker is killed (SIGKILL) at each step of a page's life, one death after the other on one crawl, and the crawl
// ends as if nothing had happened.

const log = createLog({ level: 'silent' })

/** What workers do to the database, in the order of a page's life. */
const statements = {
  pages_claimed: 'with claim as',
  robots_stored: 'insert into robots_files',
  host_borrowed: 'insert into crawl_hosts as h .*\\n.*values',
  pages_put_back: 'update pages p set due_at = o.due_at',
  pages_settled: 'status = case when o.is_unchanged',
  links_noted: 'insert into frontier',
  pages_added: 'insert into pages as p',
  run_counted: 'update runs set',
  events_appended: 'insert into events',
  hosts_released: 'set holder = null, due_at = greatest',
  host_lease_extended: 'with held as \\(select host from crawl_hosts',
}

interface Death {
  name: string
  /** Killed by itself at a statement, or by the site when it is asked for the nth time, counted from its start. */
  failpoint?: Failpoint
  request?: (path: string, count: number) => boolean
}

const at = (name: string, statement: string, when: Failpoint['when']): Death => ({
  name,
  failpoint: { statement, when },
})

const deaths: Death[] = [
  { name: 'while robots.txt is fetched', request: (path) => path === '/robots.txt' },
  at('after the claim has committed', statements.pages_claimed, 'committed'),
  { name: 'while a page is fetched', request: (path) => path !== '/robots.txt' },
  at('before the settling commits', statements.events_appended, 'after'),
  at('after the settling has committed', statements.pages_settled, 'committed'),
  at('before the host is released', statements.hosts_released, 'before'),
  at('after a host is borrowed', statements.host_borrowed, 'after'),
  at('after a page is put back', statements.pages_put_back, 'committed'),
  { name: 'at some moment', request: (_path, count) => count === 7 },
  { name: 'at some other moment', request: (_path, count) => count === 4 },
]

// A death costs a start of the program; CI takes the time for more of them.
/** A crawl that waits to be done, in a database that processes take in turn. */
async function prepareCrawl(before?: Parameters<typeof makeCrashSite>[0]['before']) {
  const sites = makeCrashSite({ sections: 4, ...(before && { before }) })
  const local = await startLocalSites(sites)
  const copy = await copyDatabase()
  onTestFinished(async () => {
    await local.close()
    await copy.remove()
  })
  const environment = { ...copy.environment, ...local.environment, CRAWL_DELAY_MS: '1' }
  const config = readConfig(environment)
  const db = await openDatabase({ config, clock: new TestClock(), log })
  const domainId = await makeCrawl(db, new EventLog([]), crashSources)
  await db.close()
  return { environment, local, domainId }
}

/** The service in this process, until the crawl has ended. */
async function finish(environment: Record<string, string>, domainId: string, aheadMs = 0): Promise<Database> {
  const clock = new TestClock()
  clock.advance(aheadMs)
  const config = readConfig({ ...environment, PORT: '0' })
  const service = await startService({ config, clock, log, network: closedNetwork })
  onTestFinished(() => service.stop())
  await service.ready
  await expect.poll(() => isFinished(service.db, domainId), { interval: 100, timeout: 60_000 }).toBe(true)
  return service.db
}

const beyondLeaseMs = 11_000

async function crawlUninterrupted(): Promise<string[]> {
  const { environment, domainId } = await prepareCrawl()
  const db = await finish(environment, domainId)
  await expectWhole(db, domainId)
  return endings(db, domainId)
}

async function crawlInterrupted(all: Death[]): Promise<string[]> {
  let kill: (path: string) => 'by hand' | undefined = () => undefined
  const { environment, domainId } = await prepareCrawl(({ path }) => kill(path))
  let ahead = 0
  for (const { name, failpoint, request } of all) {
    const dying = runFailing(environment, { ...(failpoint && { failpoint }), ahead_ms: ahead })
    onTestFinished(() => void dying.child.kill('SIGKILL'))
    let count = 0
    kill = (path) => {
      if (!request?.(path, ++count)) return undefined
      dying.child.kill('SIGKILL')
      return 'by hand'
    }
    const late = new Promise((resolve) => setTimeout(resolve, 60_000, 'never came there').unref())
    expect(await Promise.race([dying.ended, late]), `${name}\n${dying.output()}`).toBe('SIGKILL')
    ahead += beyondLeaseMs
  }
  kill = () => undefined
  const db = await finish(environment, domainId, ahead)
  await expectWhole(db, domainId)
  return endings(db, domainId)
}

describe('a crawl whose worker is killed', () => {
  it(`${deaths.length} times ends like one that is not`, { timeout: 300_000 }, async () => {
    const expected = await crawlUninterrupted()
    expect(new Set(expected.map((line) => line.split(' ')[1]))).toEqual(new Set(['extracted', 'failed', 'skipped']))
    expect(await crawlInterrupted(deaths)).toEqual(expected)
  })

  it('goes on within 15 seconds, even from the middle of a heartbeat', { timeout: 60_000 }, async () => {
    // A page that takes longer than the pause between two heartbeats.
    const hung: number[] = []
    const { environment, domainId } = await prepareCrawl(({ host, path }) => {
      if (host !== 'crash.example' || path !== '/') return undefined
      hung.push(performance.now())
      return hung.length === 1 ? 'by hand' : undefined
    })
    const failpoint: Failpoint = { statement: statements.host_lease_extended, when: 'after' }
    const dying = runFailing(environment, { failpoint })
    onTestFinished(() => void dying.child.kill('SIGKILL'))
    expect(await dying.ended, dying.output()).toBe('SIGKILL')
    const diedAt = performance.now()
    const db = await finish(environment, domainId)
    expect(hung).toHaveLength(2)
    expect((hung[1] as number) - diedAt).toBeLessThan(15_000)
    await expectWhole(db, domainId)
  })
})
