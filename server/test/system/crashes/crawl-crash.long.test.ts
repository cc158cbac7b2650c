import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeCrawl } from '../../../src/crawl/change-crawl.ts'
import { EventLog } from '../../../src/events/event-log.ts'
import { type Clock, systemClock } from '../../../src/platform/clock.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { leaseMs } from '../../../src/queue/page-queue.ts'
import { type Config, readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import { isAtRest } from '../../support/crawl/crawl-domain.ts'
import { endings, expectWhole } from '../../support/crawl/whole-crawl.ts'
import { findDanglingRows } from '../../support/graph/dangling-rows.ts'
import { copyDatabase } from '../../support/harness.ts'
import { type SiteRequest, startLocalSites } from '../../support/web/local-site.ts'
import { startBareWorker } from './bare-worker.ts'
import { endingsOf, hostsOf, type Kind, makeCrashSite } from './crash-site.ts'
import { heartbeat, type Step, steps } from './crash-steps.ts'
import { runFailing } from './failing-processes.ts'

// A worker is killed (SIGKILL) at each step of the work on a page, each time in a crawl of its own, so that every step
// is reached. Then another worker finishes all of these crawls, as if nothing had happened.

const log = createLog({ level: 'silent' })
const diesWithinMs = 60_000
const endsWithinMs = 60_000
const resumesWithinMs = 15_000
/** The clock of each worker is so much earlier than that of the one before: what that one left is not due yet. */
const apartMs = 600_000

interface Death {
  step: Step
  number: number
  /** The signal, or another end of its process. */
  how: number | string
  output: string
  died_at: number
  /** How long after the death the last leftover comes due; null when nothing is left. */
  due_in_ms: number | null
  /** When another worker was there. */
  followed_at: number
  /** Requests to the hosts of its crawl afterwards. */
  later_requests: SiteRequest[]
  db: Database
}

type Numbered = { step: Step; number: number }
type OnRequest = (request: SiteRequest) => 'by hand' | undefined

const cleanups: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const sourceOf = (number: number) => `http://${hostsOf(number).door}/`

/** Workers that die one after another on one database, and one that finishes their work. */
async function runChain(chain: Numbered[], { apart }: { apart: number }): Promise<Death[]> {
  let onRequest: OnRequest = () => undefined
  const made = chain.flatMap(({ step: { kind = 'plain' }, number }) =>
    makeCrashSite({ number, kind, before: (request) => onRequest(request) }),
  )
  const local = await startLocalSites(new Map(made))
  cleanups.push(local.close)
  const copy = await copyDatabase()
  cleanups.push(copy.remove)
  const environment = { ...copy.environment, ...local.environment, CRAWL_DELAY_MS: '0' }
  const dead: Awaited<ReturnType<typeof dieOnce>>[] = []
  for (const [index, one] of chain.entries()) {
    const setOnRequest = (next: OnRequest) => {
      onRequest = next
    }
    dead.push(await dieOnce(one, environment, { ahead_ms: -(index + 1) * apart, setOnRequest }))
    // A worker that did not die as planned makes the rest of the chain useless.
    if (dead.at(-1)?.how !== 'SIGKILL') break
  }
  const config = readConfig(environment)
  const db = await openDatabase({ config, clock: systemClock, log })
  const dues: (number | null)[] = []
  for (const { number } of dead) dues.push(await lastDue(db, number))
  const followed_at = await finish(db, config)
  return dead.map(({ died_by_its_clock, ...death }, index) => {
    const due = dues[index] ?? null
    const own = Object.values(hostsOf(death.number))
    const later_requests = local.requests.filter(({ host, at }) => own.includes(host) && at > death.died_at)
    const due_in_ms = due === null ? null : due - died_by_its_clock
    return { ...death, db, due_in_ms, followed_at, later_requests }
  })
}

async function dieOnce(
  { step, number }: Numbered,
  environment: Record<string, string>,
  { ahead_ms, setOnRequest }: { ahead_ms: number; setOnRequest(next: OnRequest): void },
) {
  const { failpoint, request, times = 1 } = step
  const orders = { source: sourceOf(number), times, ...(failpoint && { failpoint }) }
  const dying = runFailing(environment, { orders, ahead_ms })
  setOnRequest(({ host, path }) => {
    if (!request || host !== hostsOf(number)[request.host] || path !== request.path) return undefined
    if (!failpoint) dying.child.kill('SIGKILL')
    return 'by hand'
  })
  const late = setTimeout(() => dying.child.kill('SIGTERM'), diesWithinMs)
  const how = await dying.ended
  clearTimeout(late)
  setOnRequest(() => undefined)
  const died_by_its_clock = Date.now() + ahead_ms
  return { step, number, how, output: dying.output(), died_at: performance.now(), died_by_its_clock }
}

/** When the last queued page may be taken, by the clock of the worker that left it; null when nothing is queued. */
async function lastDue(db: Database, number: number): Promise<number | null> {
  const [row] = await db.query<{ due_at: string | null }>(
    `select max(greatest(p.due_at, h.due_at)) as due_at from sources s
     join pages p on p.domain_id = s.domain_id and p.status = 'queued'
     left join crawl_hosts h on h.host = p.host where s.url = $1`,
    [sourceOf(number)],
  )
  return row?.due_at ? Date.parse(row.due_at) : null
}

/** A worker that runs until nothing is left to do. Returns when it started. */
async function finish(db: Database, config: Config, clock: Clock = systemClock): Promise<number> {
  const worker = await startBareWorker({ config, db, clock, log })
  const startedAt = performance.now()
  cleanups.push(async () => {
    await worker.stop()
    await db.close()
  })
  const until = performance.now() + endsWithinMs
  while (performance.now() < until && !(await isAtRest(db))) await sleep(50)
  return startedAt
}

const deaths = new Map<Step, Death>()
beforeAll(async () => {
  const numbered = steps.map((step, number) => ({ step, number }))
  const chains = await Promise.all([
    ...[0, 1].map((half) =>
      runChain(
        numbered.filter(({ number }) => number % 2 === half),
        { apart: apartMs },
      ),
    ),
    // Waiting for heartbeats takes long, so this chain runs beside the others.
    runChain([{ step: heartbeat, number: steps.length }], { apart: 0 }),
  ])
  for (const death of chains.flat()) deaths.set(death.step, death)
}, 300_000)

async function domainOf({ db, number }: Pick<Death, 'db' | 'number'>): Promise<string> {
  const rows = await db.query<{ domain_id: string }>('select domain_id from sources where url = $1', [sourceOf(number)])
  expect(rows).toHaveLength(1)
  return rows[0]?.domain_id as string
}

describe('a crawl whose worker is killed when', () => {
  it.each([...steps, heartbeat])('$name', async (step) => {
    const death = deaths.get(step)
    if (!death) throw new Error('a worker before this one was not killed where it should have been')
    const { how, output, due_in_ms, later_requests, db, number } = death
    expect(how, output.slice(-2_000)).toBe('SIGKILL')
    const domainId = await domainOf(death)
    expect(await endings(db, domainId)).toEqual(endingsOf(number, step.kind ?? 'plain'))
    await expectWhole(db, domainId, step.times ?? 1)
    const letters = await db.query('select status from dead_letters where domain_id = $1', [domainId])
    expect(letters).toEqual(step.kind === 'unreadable' ? [{ status: 'open' }] : [])
    if (step.is_over) {
      expect({ due_in_ms, later_requests }).toEqual({ due_in_ms: null, later_requests: [] })
    } else {
      expect(due_in_ms).toBeLessThanOrEqual(leaseMs)
      expect(due_in_ms).not.toBeNull()
    }
  })

  it('leaves no row that names another which is not there', async () => {
    expect(await findDanglingRows((deaths.get(heartbeat) as Death).db)).toEqual([])
  })

  it('goes on within 15 seconds, even from the middle of a heartbeat', () => {
    const { died_at, due_in_ms, followed_at, later_requests } = deaths.get(heartbeat) as Death
    // The other worker is there when the lease ends, unless the machine was too busy to start it in time.
    const mayGoOnAt = Math.max(died_at + (due_in_ms as number), followed_at)
    expect((later_requests[0]?.at ?? Number.NaN) - mayGoOnAt).toBeLessThan(resumesWithinMs - leaseMs)
  })

  it('three times at different pages ends like one that is not', { timeout: 120_000 }, async () => {
    // Each has read pages before.
    const { db, config, clock, domainId, number } = await killAgain('busy', 3, () => {
      let left = 2
      return (path) => path !== '/robots.txt' && left-- <= 0
    })
    await finish(db, config, clock)
    // Pages that were there too often when a process ended were given up. Nothing is wrong with them.
    const letters = await db.query<{ page_id: string; error_code: string }>(
      'select page_id, error_code from dead_letters where domain_id = $1',
      [domainId],
    )
    expect(letters.filter(({ error_code }) => error_code !== 'process_ended')).toEqual([])
    const given = letters.map(({ page_id }) => page_id)
    await db.transaction((tx) => changeCrawl(tx, new EventLog([]), domainId, (crawl) => crawl.requeue(given)))
    await expect.poll(() => isAtRest(db), { timeout: endsWithinMs }).toBe(true)
    expect(await endings(db, domainId)).toEqual(endingsOf(number, 'busy'))
  })

  it('by the same page three times gives up that page, and no other', { timeout: 120_000 }, async () => {
    const killer = '/list/second'
    const { db, config, clock, domainId, number, requests } = await killAgain(
      'plain',
      3,
      () => (path) => path === killer,
    )
    await finish(db, config, clock)
    expect(requests.filter(({ path }) => path === killer)).toHaveLength(3)
    const ends = endingsOf(number, 'plain').map((line) => line.replace(`${killer} extracted`, `${killer} failed`))
    expect(await endings(db, domainId)).toEqual(ends.toSorted())
    const letters = await db.query(
      `select p.url, d.status, d.error_code, d.error from dead_letters d
       join pages p on p.domain_id = d.domain_id and p.id = d.page_id where d.domain_id = $1`,
      [domainId],
    )
    const error = 'the process ended 3 times while it worked on this page'
    const url = `http://${hostsOf(number).house}${killer}`
    expect(letters).toEqual([{ url, status: 'open', error_code: 'process_ended', error }])
  })
})

/** A crawl whose worker is killed so many times, at the first request of each that is to kill it. */
async function killAgain(kind: Kind, times: number, killing: (death: number) => (path: string) => boolean) {
  let onRequest: OnRequest = () => undefined
  const number = steps.length + 1
  const local = await startLocalSites(new Map(makeCrashSite({ number, kind, before: (request) => onRequest(request) })))
  cleanups.push(local.close)
  const copy = await copyDatabase()
  cleanups.push(copy.remove)
  const environment = { ...copy.environment, ...local.environment, CRAWL_DELAY_MS: '0' }
  const config = readConfig(environment)
  const ahead = (deaths: number) => deaths * (leaseMs + 1_000)
  for (let death = 0; death < times; death++) {
    const orders = { source: sourceOf(number), times: 1 }
    const dying = runFailing(environment, { ...(death === 0 && { orders }), ahead_ms: ahead(death) })
    const isKilling = killing(death)
    onRequest = ({ path }) => (isKilling(path) && dying.child.kill('SIGKILL') ? 'by hand' : undefined)
    expect(await dying.ended, dying.output()).toBe('SIGKILL')
  }
  onRequest = () => undefined
  const clock = { now: () => new Date(Date.now() + ahead(times)) }
  const db = await openDatabase({ config, clock, log })
  return { db, config, clock, number, domainId: await domainOf({ db, number }), requests: local.requests }
}
