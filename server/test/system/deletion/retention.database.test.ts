import { limits } from '@polegraph/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { CrawlStops } from '../../../src/queue/crawl-stops.ts'
import { PageQueue } from '../../../src/queue/page-queue.ts'
import { crawlByHand, link, read, unreadable } from '../../support/crawl/crawl-by-hand.ts'
import { startTestService } from '../../support/harness.ts'
import { runJob } from '../../support/run-job.ts'

// What crawls leave behind is forgotten after a while. What graphs were: src/graph/store/update/forget-history.database.long.test.ts.

const test = await startTestService()
const { call, key, clock, service } = test
const { db } = service
const worker = crawlByHand(service)

const wait = (days: number) => clock.advance(days * 86_400_000)
const forgetHistory = (days: string) =>
  runJob(test, 'forget-history', { environment: { HISTORY_RETENTION_DAYS: days } })
const forgetCrawls = (days: string) => runJob(test, 'forget-crawls', { environment: { CRAWL_RETENTION_DAYS: days } })

/** A domain whose crawl the test does by hand. */
async function makeDomain(...urls: string[]): Promise<string> {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'crawled' } })).body
  await call('POST', `/v1/domains/${id}/runs/pause`, { key })
  if (urls.length > 0) await call('POST', `/v1/domains/${id}/sources/bulk`, { key, body: { urls } })
  return id
}

const count = async (table: string, where: string, value: string) => {
  const [row] = await db.query<{ n: number }>(`select count(*) as n from ${table} where ${where} = $1`, [value])
  return row?.n ?? 0
}

describe('runs', () => {
  const addRuns = (domainId: string, runs: number) =>
    db.query(
      `insert into runs (domain_id, id, status, started_at, finished_at, end_reason, pages_total, pages_done, pages_unchanged,
         pages_deterministic, pages_agentic, pages_irrelevant, pages_skipped, pages_failed, entities_added, tokens_input,
         tokens_output, spend_usd)
       select $1, id, 'finished', $3, $3, 'nothing left', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from unnest($2::uuid[]) as id`,
      [domainId, Array.from({ length: runs }, () => newId()), clock.now()],
    )

  it('that ended long ago are forgotten, but for those that are listed', async () => {
    const [many, few] = [await makeDomain(), await makeDomain()]
    await addRuns(many, limits.runs + 5)
    await addRuns(few, 3)
    const list = async () => (await call('GET', `/v1/domains/${many}/runs`, { key })).body.runs
    const before = await list()
    wait(366)
    await forgetHistory('0')
    expect(await count('runs', 'domain_id', many)).toBe(limits.runs + 5)
    await forgetHistory('367')
    expect(await count('runs', 'domain_id', many)).toBe(limits.runs + 5)
    await forgetHistory('365')
    expect([await count('runs', 'domain_id', many), await count('runs', 'domain_id', few)]).toEqual([limits.runs, 3])
    expect(await list()).toEqual(before)
    // More than are listed, and not so old.
    await addRuns(many, limits.runs + 1)
    wait(300)
    await forgetHistory('365')
    expect(await count('runs', 'domain_id', many)).toBe(limits.runs + 1)
  })

  it('that are not over stay', async () => {
    const id = await makeDomain('https://example.org/')
    wait(400)
    await forgetHistory('365')
    expect((await call('GET', `/v1/domains/${id}`, { key })).body.active_run).not.toBeNull()
  })
})

describe('dead letters', () => {
  it('that were dealt with long ago are forgotten, unless they still keep their page out of the queue', async () => {
    const id = await makeDomain('https://example.org/a', 'https://example.org/b', 'https://example.org/c')
    const path = `/v1/domains/${id}`
    for (let n = 0; n < limits.dead_after; n++) {
      await worker.finish(id, unreadable)
      const pages = (await call('GET', `${path}/pages`, { key })).body.pages
      const page_ids = pages.map((page: { id: string }) => page.id)
      if (n < limits.dead_after - 1) await call('POST', `${path}/errors/requeue`, { key, body: { page_ids } })
    }
    const letters = async () => (await call('GET', `${path}/dead-letters`, { key })).body.dead_letters
    const [a, b, c] = (await letters()).toSorted((x: { url: string }, y: { url: string }) => (x.url < y.url ? -1 : 1))
    await call('POST', `${path}/dead-letters/${a.id}/requeue`, { key })
    await call('POST', `${path}/dead-letters/${b.id}/discard`, { key })
    wait(366)
    // Long ago; the next one is discarded only now.
    await call('POST', `${path}/dead-letters/${c.id}/discard`, { key })
    await forgetHistory('365')
    expect((await letters()).map((letter: { url: string }) => letter.url).sort()).toEqual([b.url, c.url])
    const requeued = await call('POST', `${path}/errors/requeue`, { key, body: { all: true } })
    expect(requeued.body).toEqual({ requeued: 0 })
    // Once the page was read, its letter is history.
    await db.query('update pages set extraction_failures = 0 where domain_id = $1 and url = $2', [id, b.url])
    await forgetHistory('365')
    expect((await letters()).map((letter: { url: string }) => letter.url)).toEqual([c.url])
  })
})

describe('links', () => {
  it('that were dealt with are forgotten, are counted, and are found again', async () => {
    const id = await makeDomain('https://example.org/')
    const links = [
      link('https://example.org/taken'),
      link('https://example.org/refused', { rejected: 'the gate denies it' }),
      link('https://elsewhere.example/'),
    ]
    const [page] = await worker.take(id)
    if (!page) throw new Error('nothing is queued')
    await worker.settle(id, read(page, { links }))
    await worker.finish(id)
    const frontier = async () => {
      const { body } = await call('GET', `/v1/domains/${id}/frontier`, { key })
      return body.frontier.filter(({ n }: { n: number }) => n > 0)
    }
    const linkCount = async () => (await db.query('select link_count from domains where id = $1', [id]))[0]
    const all = [
      { status: 'candidate', n: 1 },
      { status: 'crawled', n: 1 },
      { status: 'rejected', n: 1 },
    ]
    expect([await frontier(), await linkCount()]).toEqual([all, { link_count: 3 }])
    wait(91)
    for (const days of ['0', '92']) await forgetCrawls(days)
    expect([await frontier(), await linkCount()]).toEqual([all, { link_count: 3 }])
    await forgetCrawls('90')
    expect([await frontier(), await linkCount()]).toEqual([[{ status: 'candidate', n: 1 }], { link_count: 1 }])

    await call('POST', `/v1/domains/${id}/recrawl`, { key })
    const [again] = await worker.take(id, 'https://example.org/')
    if (!again) throw new Error('nothing is queued')
    await worker.settle(id, read(again, { text: 'It says more.', links }))
    // The one that is a page makes no second one; the other is judged again.
    const after = [
      { status: 'candidate', n: 1 },
      { status: 'rejected', n: 1 },
    ]
    expect([await frontier(), await linkCount()]).toEqual([after, { link_count: 2 }])
    expect(await count('pages', 'domain_id', id)).toBe(2)
  })
})

describe('lanes and hosts', () => {
  it('without anything to do are forgotten, and made anew when there is', async () => {
    const id = await makeDomain('https://done.example/', 'https://waits.example/')
    for (const page of await worker.take(id, 'https://done.example/')) await worker.settle(id, read(page))
    // A claim finds out what is left: nothing may be taken of a domain that is paused.
    expect(await new PageQueue({ db, clock, delay_ms: 0, stops: new CrawlStops() }).claim(100, 1)).toEqual([])
    const hosts = async () => {
      const rows = await db.query<{ host: string }>('select host from crawl_lanes where domain_id = $1', [id])
      const known = await db.query<{ host: string }>(
        `select host from crawl_hosts where host in ('done.example', 'waits.example')`,
      )
      return [rows, known].map((list) => list.map(({ host }) => host).sort())
    }
    const both = ['done.example', 'waits.example']
    expect(await hosts()).toEqual([both, both])
    wait(91)
    for (const days of ['0', '92']) await forgetCrawls(days)
    expect(await hosts()).toEqual([both, both])
    await forgetCrawls('90')
    expect(await hosts()).toEqual([['waits.example'], ['waits.example']])

    await call('POST', `/v1/domains/${id}/recrawl`, { key })
    expect(await hosts()).toEqual([both, both])
  })

  it('that somebody holds, or has just asked, stay', async () => {
    const old = new Date(clock.now().getTime() - 100 * 86_400_000)
    await db.query(
      `insert into crawl_hosts (host, next_request_at, due_at, holder, crawl_delay_ms, failures) values
         ('held.example', $1, $4, $3, 0, 0), ('due.example', $1, $4, null, 0, 0), ('asked.example', $2, null, null, 0, 0),
         ('idle.example', $1, null, null, 0, 0)`,
      [old, clock.now(), newId(), new Date(clock.now().getTime() + 86_400_000)],
    )
    await forgetCrawls('90')
    const left = await db.query<{ host: string }>(
      `select host from crawl_hosts where host in ('held.example', 'due.example', 'asked.example', 'idle.example')`,
    )
    expect(left.map(({ host }) => host).sort()).toEqual(['asked.example', 'due.example', 'held.example'])
  })
})

it('robots.txt files that expired long ago are forgotten', async () => {
  const file = (origin: string, days: number) =>
    db.query(`insert into robots_files (origin, status, body, fetched_at, expires_at) values ($1, 200, '', $2, $2)`, [
      origin,
      new Date(clock.now().getTime() - days * 86_400_000),
    ])
  await file('https://old.example', 91)
  await file('https://recent.example', 89)
  const left = async () => {
    const rows = await db.query<{ origin: string }>('select origin from robots_files order by origin')
    return rows.map(({ origin }) => origin)
  }
  await forgetCrawls('0')
  expect(await left()).toEqual(['https://old.example', 'https://recent.example'])
  await forgetCrawls('90')
  expect(await left()).toEqual(['https://recent.example'])
})

it('a domain that was deleted is left to its own job', async () => {
  const id = await makeDomain('https://example.org/gone')
  await call('DELETE', `/v1/domains/${id}?confirm=crawled`, { key })
  wait(400)
  await forgetHistory('365')
  await forgetCrawls('90')
  await expect.poll(() => count('domains', 'id', id)).toBe(0)
})

it('the jobs run every night', async () => {
  const schedules = await db.query<{ name: string; cron: string }>(
    `select name, cron from pgboss.schedule where name in ('forget-history', 'forget-crawls', 'forget-readers', 'delete-domains') order by name`,
  )
  expect(schedules).toEqual([
    { name: 'delete-domains', cron: '*/10 * * * *' },
    { name: 'forget-crawls', cron: '47 2 * * *' },
    { name: 'forget-history', cron: '17 2 * * *' },
    { name: 'forget-readers', cron: '37 2 * * *' },
  ])
})
