import { afterAll, describe, expect, it } from 'vitest'
import { makeCrawl } from '../../test/support/crawl/crawl-domain.ts'
import { copyDatabase, TestClock } from '../../test/support/harness.ts'
import type { Transaction } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { readConfig } from '../settings/config.ts'
import { openDatabase } from '../settings/open-database.ts'
import { CrawlStops } from './crawl-stops.ts'
import { LeaseLost } from './lease-errors.ts'
import { type HostClaim, PageQueue } from './page-queue.ts'

// The queue alone, on a database without workers.

const copy = await copyDatabase()
const clock = new TestClock()
const log = createLog({ level: 'silent' })
const db = await openDatabase({ config: readConfig(copy.environment), clock, log })
afterAll(async () => {
  await db.close()
  await copy.remove()
})

const queue = new PageQueue({ db, clock, delay_ms: 0, stops: new CrawlStops() })

let hosts = 0
const newHost = () => `h${hosts++}.example`
const urlsOn = (host: string, count: number) => Array.from({ length: count }, (_, n) => `https://${host}/${n}`)

/** Claims, and releases all hosts at once; the pages stay taken. */
async function claimAndRelease(pagesPerHost = 1): Promise<HostClaim[]> {
  const claims = await queue.claim(100, pagesPerHost)
  await queue.release(claims.map(({ leases }) => leases.own))
  return claims
}

const domainsOf = (claims: HostClaim[], host: string) =>
  claims.filter((claim) => claim.host === host).flatMap(({ pages }) => pages.map(({ domain_id }) => domain_id))

it('lets domains that crawl one host take turns', async () => {
  const host = newHost()
  const first = await makeCrawl(db, urlsOn(host, 3))
  const second = await makeCrawl(db, urlsOn(host, 3))
  const served: string[] = []
  for (let n = 0; n < 6; n++) {
    served.push(...domainsOf(await claimAndRelease(), host))
    clock.advance(1)
  }
  expect(served.slice(0, 2).toSorted()).toEqual([first, second].toSorted())
  expect(served.slice(2)).toEqual([...served.slice(0, 2), ...served.slice(0, 2)])
})

it('gives a host to one worker at a time, until its lease ends', async () => {
  const host = newHost()
  await makeCrawl(db, urlsOn(host, 2))
  const other = new PageQueue({ db, clock, delay_ms: 0, stops: new CrawlStops() })
  expect(domainsOf(await queue.claim(100, 1), host)).toHaveLength(1)
  expect(domainsOf(await other.claim(100, 1), host)).toHaveLength(0)
  clock.advance(10_001)
  expect(domainsOf(await other.claim(100, 2), host)).toHaveLength(2)
})

it('goes past a domain that is paused to the next one, and comes back when it resumes', async () => {
  const host = newHost()
  const paused = await makeCrawl(db, urlsOn(host, 1))
  clock.advance(1)
  const running = await makeCrawl(db, urlsOn(host, 2))
  await db.query(
    `update domains set crawl_state = 'paused', paused_reason = 'a test', paused_by = 'caller' where id = $1`,
    [paused],
  )
  expect(domainsOf(await claimAndRelease(), host)).toEqual([running])
  expect(domainsOf(await claimAndRelease(), host)).toEqual([running])
  expect(domainsOf(await claimAndRelease(), host)).toEqual([])
  await db.query(`update domains set crawl_state = 'running', paused_reason = null, paused_by = null where id = $1`, [
    paused,
  ])
  // The lane is closed, and no notice has opened it.
  expect(domainsOf(await claimAndRelease(), host)).toEqual([])
  await queue.openForgotten()
  expect(domainsOf(await claimAndRelease(), host)).toEqual([paused])
})

it('finds the one domain with work behind many without', async () => {
  const host = newHost()
  for (let n = 0; n < 9; n++) {
    const id = await makeCrawl(db, urlsOn(host, 1))
    await db.query(
      `update domains set crawl_state = 'paused', paused_reason = 'a test', paused_by = 'caller' where id = $1`,
      [id],
    )
    clock.advance(1)
  }
  const running = await makeCrawl(db, urlsOn(host, 1))
  const served: string[] = []
  for (let n = 0; n < 4; n++) served.push(...domainsOf(await claimAndRelease(), host))
  expect(served).toEqual([running])
})

it('leaves a host alone until the first of its pages is due', async () => {
  const host = newHost()
  const domain = await makeCrawl(db, urlsOn(host, 1))
  const due = new Date(clock.now().getTime() + 5_000)
  await db.query('update pages set due_at = $2 where domain_id = $1', [domain, due])
  expect(domainsOf(await claimAndRelease(), host)).toEqual([])
  const [row] = await db.query<{ due_at: string }>('select due_at from crawl_hosts where host = $1', [host])
  expect(Date.parse(row?.due_at ?? '')).toBe(due.getTime())
  clock.advance(5_000)
  expect(domainsOf(await claimAndRelease(), host)).toEqual([domain])
})

it('comes back to a page that somebody had locked', async () => {
  const host = newHost()
  const domain = await makeCrawl(db, urlsOn(host, 1))
  // A claim that finds no page, because the only one is locked, leaves the lane due and asks the host again soon.
  await db.query(`update pages set due_at = $2 where domain_id = $1`, [
    domain,
    new Date(clock.now().getTime() + 60_000),
  ])
  await claimAndRelease()
  await db.query(`update pages set due_at = $2 where domain_id = $1`, [domain, clock.now()])
  await db.query(`update crawl_lanes set due_at = $2 where domain_id = $1`, [domain, clock.now()])
  await db.query(`update crawl_hosts set due_at = $2 where host = $1`, [host, clock.now()])
  const { transaction } = db
  db.transaction = (work) =>
    transaction.call(db, (tx: Transaction) => {
      const { query } = tx
      const blind = Object.create(tx) as Transaction
      blind.query = (text, values) =>
        (/fence = p.fence \+ 1/.test(text) ? Promise.resolve([]) : query.call(tx, text, values)) as never
      return work(blind)
    }) as never
  expect(domainsOf(await claimAndRelease(), host)).toEqual([])
  db.transaction = transaction
  clock.advance(200)
  expect(domainsOf(await claimAndRelease(), host)).toEqual([domain])
})

it('keeps a stale lease from sending, and from letting go of a host that was claimed again', async () => {
  const host = newHost()
  await makeCrawl(db, urlsOn(host, 2))
  const leaseOf = (claims: HostClaim[]) => claims.find((claim) => claim.host === host)?.leases.own
  const stale = leaseOf(await queue.claim(100, 1))
  clock.advance(10_001)
  const next = leaseOf(await queue.claim(100, 1))
  if (!stale || !next) throw new Error('the host was not claimed twice')
  await queue.extend([stale, next], [])
  const signal = new AbortController().signal
  await expect(stale.wait(signal, { hop: 0 })).rejects.toThrow(LeaseLost)
  await next.wait(signal, { hop: 0 })
  await queue.release([stale])
  const holder = async () => {
    const [row] = await db.query<{ holder: string | null }>('select holder from crawl_hosts where host = $1', [host])
    return row?.holder
  }
  expect(await holder()).toBe(next.holder)
  await queue.release([next])
  expect(await holder()).toBeNull()
})

it('keeps to the delay of a host whose worker died, though a claim found nothing to do', async () => {
  const host = newHost()
  const domain = await makeCrawl(db, urlsOn(host, 1))
  await db.query('update crawl_hosts set crawl_delay_ms = 60000 where host = $1', [host])
  await queue.claim(100, 1)
  await db.query(
    `update domains set crawl_state = 'paused', paused_reason = 'a test', paused_by = 'caller' where id = $1`,
    [domain],
  )
  clock.advance(10_001)
  await queue.claim(100, 1)
  await db.query(`update domains set crawl_state = 'running', paused_reason = null, paused_by = null where id = $1`, [
    domain,
  ])
  await queue.openForgotten()
  expect(domainsOf(await queue.claim(100, 1), host)).toEqual([])
  clock.advance(60_000)
  expect(domainsOf(await claimAndRelease(), host)).toEqual([domain])
})

it('touches the pages of one domain in a statement', async () => {
  const [a, b] = [newHost(), newHost()]
  const domains = [await makeCrawl(db, urlsOn(a, 1)), await makeCrawl(db, urlsOn(b, 1))]
  const named: unknown[] = []
  const { transaction } = db
  db.transaction = (work) =>
    transaction.call(db, (tx: Transaction) => {
      const { query } = tx
      const spied = Object.create(tx) as Transaction
      spied.query = (text, values) => {
        if (/\bpages p\b/.test(text)) named.push(values?.[0])
        return query.call(tx, text, values) as never
      }
      return work(spied)
    }) as never
  try {
    const claims = await claimAndRelease()
    expect(claims.flatMap(({ pages }) => pages.map(({ domain_id }) => domain_id))).toEqual(
      expect.arrayContaining(domains),
    )
  } finally {
    db.transaction = transaction
  }
  expect(named).toEqual(expect.arrayContaining(domains))
  expect(named.every((value) => typeof value === 'string')).toBe(true)
})

/** Every host of earlier tests is put aside. */
const putOthersAside = () => db.query('update crawl_lanes set is_open = false')

const projectOf = async (domainId: string) => {
  const [row] = await db.query<{ project_id: string }>('select project_id from domains where id = $1', [domainId])
  return row?.project_id ?? ''
}

const manyHosts = (count: number) => Array.from({ length: count }, () => `https://${newHost()}/`)

it('shares hosts by project: one with many leaves room for one that comes later', async () => {
  await putOthersAside()
  const many = await makeCrawl(db, manyHosts(40))
  clock.advance(1)
  const first = await queue.claim(16, 1)
  expect(first.map(({ pages }) => pages[0]?.domain_id)).toEqual(Array(8).fill(many))
  const few = await makeCrawl(db, manyHosts(2))
  const hosts = new Map([[await projectOf(many), 8]])
  const next = await queue.claim(8, 1, { hosts, has_suspect: false })
  expect(next.map(({ pages }) => pages[0]?.domain_id)).toEqual([few, few])
})

it('lets projects with hosts of their own take turns', async () => {
  await putOthersAside()
  const [a, b, c] = [
    await makeCrawl(db, manyHosts(9)),
    await makeCrawl(db, manyHosts(9)),
    await makeCrawl(db, manyHosts(1)),
  ]
  const claims = await queue.claim(6, 1)
  const counts = Map.groupBy(claims, ({ pages }) => pages[0]?.domain_id)
  expect([a, b, c].map((id) => counts.get(id)?.length)).toEqual([2, 2, 1])
})

it('takes a host that two projects crawl for the one that may have more', async () => {
  await putOthersAside()
  const host = newHost()
  const full = await makeCrawl(db, urlsOn(host, 1))
  clock.advance(1)
  const other = await makeCrawl(db, urlsOn(host, 1))
  const hosts = new Map([[await projectOf(full), 8]])
  expect(domainsOf(await queue.claim(8, 1, { hosts, has_suspect: false }), host)).toEqual([other])
})

it('takes hosts that did not answer after those that do', async () => {
  await putOthersAside()
  const urls = manyHosts(6)
  const domain = await makeCrawl(db, urls)
  const failing = new Set<string>()
  const claims = await queue.claim(100, 1)
  expect(claims).toHaveLength(6)
  for (const [index, { host, leases }] of claims.entries()) {
    leases.noteAnswer(index >= 3)
    if (index < 3) failing.add(host)
  }
  await queue.release(claims.map(({ leases }) => leases.own))
  await db.query('update pages set due_at = $2 where domain_id = $1', [domain, clock.now()])
  await db.query('update crawl_lanes set due_at = $2 where domain_id = $1', [domain, clock.now()])
  clock.advance(1)
  const [next, last] = [await queue.claim(6, 1), await queue.claim(100, 1)]
  expect(next.map(({ host }) => failing.has(host))).toEqual([false, false, false])
  expect(last.map(({ host }) => failing.has(host))).toEqual([true, true, true])
})

it('leaves no host due that has no page, not even one that was borrowed', async () => {
  await putOthersAside()
  const [own, borrowed] = [newHost(), newHost()]
  await makeCrawl(db, urlsOn(own, 1))
  const [claim] = await queue.claim(100, 1)
  await claim?.leases.of(borrowed)
  await claim?.leases.giveBackBorrowed()
  clock.advance(1_000)
  await queue.claim(100, 1)
  const [row] = await db.query<{ due_at: string | null }>('select due_at from crawl_hosts where host = $1', [borrowed])
  expect(row?.due_at).toBeNull()
})

describe('pages whose work never ends', () => {
  /** All pages were under way in a process that ended. */
  const endProcess = () => clock.advance(10_001)
  const pagesOf = (claims: HostClaim[]) => claims.flatMap(({ pages }) => pages)

  it('are worked on one at a time before they are given up, so that their neighbours are not', async () => {
    await putOthersAside()
    await makeCrawl(db, [...manyHosts(3), ...urlsOn(newHost(), 2)])
    expect(pagesOf(await queue.claim(100, 5)).map(({ begun }) => begun)).toEqual([1, 1, 1, 1, 1])
    endProcess()
    expect(pagesOf(await queue.claim(100, 5)).map(({ begun }) => begun)).toEqual([2, 2, 2, 2, 2])
    endProcess()
    const [alone, ...none] = pagesOf(await queue.claim(100, 5))
    expect(alone?.begun).toBe(3)
    expect(none).toEqual([])
    clock.advance(1_001)
    const underWay = { hosts: new Map(), has_suspect: true }
    expect(await queue.claim(100, 5, underWay)).toEqual([])
    endProcess()
    const next = pagesOf(await queue.claim(100, 5))
    expect(next.map(({ begun }) => begun).toSorted()).toEqual([3, 4])
    expect(next.find(({ begun }) => begun === 4)?.id).toBe(alone?.id)
  })
})
