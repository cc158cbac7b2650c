import { describe, expect, it } from 'vitest'
import { crawlByHand, failed, link, read, unchanged, unreadable } from '../../test/support/crawl/crawl-by-hand.ts'
import { startTestService } from '../../test/support/harness.ts'
import { newId } from '../platform/ids.ts'
import { CrawlStops } from '../queue/crawl-stops.ts'
import { PageQueue } from '../queue/page-queue.ts'

const { call, key, service, makeProject, clock } = await startTestService()
const { db } = service
const hand = crawlByHand(service)

interface Logged {
  type: string
  payload: Record<string, unknown>
}

async function makeDomain(names: string[] = [], withKey = key) {
  const { body } = await call('POST', '/v1/domains', { key: withKey, body: { name: 'ports' } })
  const id: string = body.id
  const path = `/v1/domains/${id}`
  const post = (rest: string, body?: object) => call('POST', `${path}${rest}`, { key: withKey, body })
  const get = async (rest: string) => (await call('GET', `${path}${rest}`, { key: withKey })).body
  await post('/runs/pause')
  if (names.length > 0) await post('/sources/bulk', { urls: names.map((name) => `https://${hostOf(id)}/${name}`) })
  const statuses = async () =>
    (await get('/pages')).pages.map(({ url, status, error }: { url: string; status: string; error: string | null }) =>
      [url.split('/').at(-1), status, ...(error === null ? [] : [error])].join(' '),
    )
  const runs = async () => (await get('/runs')).runs
  const state = async () => (await get('')).crawl_state
  const events = async () => (await get('/events/poll?since=0')).events as Logged[]
  return { id, path, post, get, statuses, runs, state, events }
}

/** Each domain has a host of its own, which cannot be reached. */
const hostOf = (id: string) => `h${id.slice(-12)}.example`

// Runs first: there must be no other domains.
it('counts what waits in the status of the service, but not what is paused', async () => {
  const status = async () => (await call('GET', '/v1/status')).body
  const domain = await makeDomain(['a', 'b', 'c'])
  // Jobs of the schedule are counted too, for a moment.
  const waiting = async () => {
    const { queue, oldest_queued_at } = await status()
    return [queue, oldest_queued_at]
  }
  await expect.poll(waiting).toEqual([{ queued: 0, running: 0 }, null])
  // Gives the host to another worker, so that the worker of this service leaves it alone.
  const leaseEnds = new Date(clock.now().getTime() + 60_000)
  await db.query('update crawl_hosts set holder = $2, due_at = $3 where host = $1', [
    hostOf(domain.id),
    newId(),
    leaseEnds,
  ])
  await domain.post('/runs/resume')
  await expect.poll(waiting).toEqual([{ queued: 2, running: 1 }, expect.any(String)])
  expect(Date.parse((await status()).oldest_queued_at)).toBeLessThanOrEqual(clock.now().getTime())
  await domain.post('/runs/cancel')
  await expect.poll(async () => (await status()).queue.queued).toBe(0)
})

describe('a run', () => {
  it('begins with the first page and ends with the last; the next page begins another', async () => {
    const domain = await makeDomain(['a', 'b'])
    expect(await domain.state()).toBe('paused')
    const [run] = await domain.runs()
    expect(run).toEqual({
      id: (await domain.get('')).active_run,
      trigger: 'call',
      status: 'running',
      finished_at: null,
      end_reason: null,
      pages_total: 2,
      started_at: expect.stringMatching(/Z$/),
      pages_done: 0,
      pages_unchanged: 0,
      pages_deterministic: 0,
      pages_agentic: 0,
      pages_irrelevant: 0,
      pages_skipped: 0,
      pages_failed: 0,
      entities_added: 0,
      tokens_input: 0,
      tokens_output: 0,
      spend_usd: 0,
      paused_reason: 'paused by the key "bootstrap"',
    })
    const [a, b] = await hand.take(domain.id)
    if (!a || !b) throw new Error('nothing was queued')
    await hand.settle(domain.id, read(a))
    expect((await domain.runs())[0]).toMatchObject({ status: 'running', pages_done: 1, pages_deterministic: 1 })
    await hand.settle(domain.id, failed(b))
    const [done] = await domain.runs()
    expect(done).toMatchObject({ id: run.id, status: 'finished', pages_total: 2, pages_done: 2, pages_failed: 1 })
    expect(done.finished_at).not.toBeNull()
    expect((await domain.get('')).active_run).toBeNull()
    const last = (await domain.events()).slice(-2)
    expect(last).toEqual([
      expect.objectContaining({ type: 'run.update', payload: expect.objectContaining({ status: 'finished' }) }),
      expect.objectContaining({
        type: 'crawl.finished',
        payload: {
          runId: run.id,
          run_id: run.id,
          pages: 2,
          unchanged: 0,
          deterministic: 1,
          agentic: 0,
          failed: 1,
          entities_added: 0,
        },
      }),
    ])
    await domain.post('/recrawl')
    await hand.finish(domain.id, unchanged)
    const [again, before] = await domain.runs()
    expect(again).toMatchObject({ status: 'finished', pages_total: 1, pages_unchanged: 1 })
    expect(before).toEqual(done)
  })

  it('is seen by its own project only', async () => {
    const domain = await makeDomain(['a'])
    const { key: other } = await makeProject()
    for (const [method, rest] of [
      ['GET', '/runs'],
      ['POST', '/runs/pause'],
      ['POST', '/runs/cancel'],
    ] as const) {
      expect((await call(method, domain.path + rest, { key: other })).body.error).toBe('domain not found')
    }
    expect(await domain.statuses()).toEqual(['a queued'])
  })
})

describe('pausing', () => {
  it('keeps pages queued until the crawl is resumed', async () => {
    const domain = await makeDomain(['a', 'b', 'c'])
    const [a] = await hand.take(domain.id, `https://${hostOf(domain.id)}/a`)
    if (!a) throw new Error('nothing was queued')
    expect((await domain.post('/runs/pause')).body).toEqual({ crawl_state: 'paused' })
    // The page that was being worked on when the domain was paused is written.
    await hand.settle(domain.id, read(a))
    expect(await domain.statuses()).toEqual(['a extracted', 'b queued', 'c queued'])
    expect((await domain.post('/runs/resume')).body).toEqual({ crawl_state: 'running', requeued: 2 })
    expect(await domain.state()).toBe('running')
    expect((await domain.post('/runs/resume')).body).toEqual({ crawl_state: 'running', requeued: 0 })
  })

  it('is a state of the domain, also without a run', async () => {
    const domain = await makeDomain()
    expect(await domain.state()).toBe('paused')
    expect((await domain.post('/runs/resume')).body).toEqual({ crawl_state: 'running', requeued: 0 })
    expect(await domain.state()).toBe('idle')
    expect((await domain.post('/runs/pause')).body).toEqual({ crawl_state: 'paused' })
    expect(await domain.runs()).toEqual([])
    expect(await domain.events()).toEqual([])
  })

  it('is reported once, however often it is asked for', async () => {
    const domain = await makeDomain(['a'])
    const before = await domain.events()
    for (let time = 1; time <= 3; time++) await domain.post('/runs/pause')
    expect(await domain.events()).toEqual(before)
  })
})

describe('cancelling', () => {
  it('gives pages that were read or had failed their status back, and skips the others', async () => {
    const domain = await makeDomain(['a', 'b', 'c'])
    const [a, b] = await hand.take(domain.id)
    if (!a || !b) throw new Error('nothing was queued')
    await hand.settle(domain.id, read(a), failed(b))
    await domain.post('/sources', { url: a.url })
    await domain.post('/errors/requeue', { all: true })
    expect(await domain.statuses()).toEqual(['a queued', 'b queued', 'c queued'])
    const { status, body } = await domain.post('/runs/cancel')
    expect([status, body]).toEqual([200, { cancelled: true, cancelled_pages: 3 }])
    expect(await domain.statuses()).toEqual(['a extracted', 'b failed HTTP 500', 'c skipped run cancelled'])
    expect((await domain.get('/errors')).failed).toMatchObject([{ url: b.url, error: 'HTTP 500' }])
    expect(await domain.runs()).toEqual([
      expect.objectContaining({
        status: 'cancelled',
        end_reason: 'cancelled',
        pages_total: 3,
        pages_done: 3,
        pages_deterministic: 1,
        pages_failed: 1,
        pages_skipped: 1,
        finished_at: expect.any(String),
      }),
    ])
    const types = (await domain.events()).map(({ type }) => type)
    expect(types.at(-1)).toBe('run.update')
    expect(types).not.toContain('crawl.finished')
    expect((await domain.post('/runs/cancel')).body.error).toBe('no active run')
  })

  it('is final for what is being read', async () => {
    const domain = await makeDomain(['a'])
    const [a] = await hand.take(domain.id)
    if (!a) throw new Error('nothing was queued')
    await domain.post('/runs/cancel')
    const before = await domain.events()
    await hand.settle(domain.id, read(a))
    expect(await domain.statuses()).toEqual(['a skipped run cancelled'])
    expect(await domain.events()).toEqual(before)
  })

  it('leaves links alone, whatever comes back later', async () => {
    const domain = await makeDomain(['a', 'b'])
    const [a, b] = await hand.take(domain.id)
    if (!a || !b) throw new Error('nothing was queued')
    const paths = ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    await hand.settle(domain.id, read(a, { links: paths.map((path) => link(a.url.replace(/a$/, path))) }))
    await domain.post('/runs/cancel')
    const before = await domain.statuses()
    await hand.settle(domain.id, read(b))
    expect(await domain.statuses()).toEqual(before)
    expect(before.join(' ')).not.toContain('queued')
    expect(await domain.runs()).toEqual([expect.objectContaining({ status: 'cancelled' })])
  })

  it('leaves pages that were not read to the next crawl, and does not call them crawled', async () => {
    const domain = await makeDomain(['a'])
    const [a] = await hand.take(domain.id)
    if (!a) throw new Error('nothing was queued')
    await hand.settle(domain.id, read(a, { links: [link(a.url.replace(/a$/, 'c'))] }))
    const counts = async () =>
      Object.fromEntries(
        (await domain.get('/frontier')).frontier.map(({ status, n }: Record<string, unknown>) => [status, n]),
      )
    expect(await counts()).toMatchObject({ crawled: 1, planned: 0 })
    await domain.post('/runs/cancel')
    expect(await domain.statuses()).toEqual(['a extracted', 'c skipped run cancelled'])
    expect(await counts()).toMatchObject({ crawled: 0, planned: 1 })
    // It is a page of the domain already, so it needs no room.
    await call('PATCH', domain.path, { key, body: { max_pages: 1 } })
    expect((await domain.post('/crawl')).body).toEqual({ queued: 1 })
    expect(await domain.statuses()).toEqual(['a extracted', 'c queued'])
    expect(await counts()).toMatchObject({ crawled: 1, planned: 0 })
    expect((await domain.post('/crawl')).body).toEqual({ queued: 0 })
    await hand.finish(domain.id)
    expect(await domain.statuses()).toEqual(['a extracted', 'c extracted'])
  })

  it('opens the dead letters again that it had taken', async () => {
    const domain = await makeDomain(['a'])
    for (let time = 0; time < 3; time++) {
      if (time > 0) await domain.post('/errors/requeue', { page_ids: [(await domain.get('/errors')).failed[0].id] })
      await hand.settle(domain.id, ...(await hand.take(domain.id)).map((page) => unreadable(page)))
    }
    const letters = async () => (await domain.get('/dead-letters')).dead_letters
    const [letter] = await letters()
    expect(letter).toMatchObject({ status: 'open', error: 'no text' })
    await domain.post(`/dead-letters/${letter.id}/requeue`)
    expect(await letters()).toMatchObject([{ status: 'requeued' }])
    await domain.post('/runs/cancel')
    expect(await letters()).toMatchObject([{ id: letter.id, status: 'open', error: 'no text' }])
    expect(await domain.statuses()).toEqual(['a failed no text'])
  })

  it('leaves sources that were never crawled to be crawled', async () => {
    const domain = await makeDomain(['a'])
    await domain.post('/runs/cancel')
    expect((await domain.post('/crawl')).body).toEqual({ queued: 1 })
    expect(await domain.statuses()).toEqual(['a queued'])
  })

  it('works in an archived domain, as pausing does', async () => {
    const domain = await makeDomain(['a'])
    await domain.post('/archive')
    expect((await domain.post('/runs/pause')).status).toBe(200)
    expect((await domain.post('/runs/resume')).body.error).toBe('domain is archived')
    expect((await domain.post('/runs/cancel')).body).toEqual({ cancelled: true, cancelled_pages: 1 })
  })
})

it('writes nothing of a page that somebody else has taken since', async () => {
  const domain = await makeDomain(['a'])
  const [late] = await hand.take(domain.id)
  const [current] = await hand.take(domain.id)
  if (!late || !current) throw new Error('nothing was queued')
  await hand.settle(domain.id, failed(late))
  expect(await domain.statuses()).toEqual(['a queued'])
  await hand.settle(domain.id, read(current))
  await hand.settle(domain.id, failed(late), failed(current))
  expect(await domain.statuses()).toEqual(['a extracted'])
  expect((await domain.events()).filter(({ type }) => type === 'page.update')).toHaveLength(2)
})

describe('an archived domain', () => {
  const claim = async () => {
    const queue = new PageQueue({ db, clock, delay_ms: 0, stops: new CrawlStops() })
    await queue.openForgotten()
    return queue.claim(1000, 10)
  }
  const fences = async (domainId: string) =>
    (await db.query<{ fence: number }>('select fence from pages where domain_id = $1', [domainId])).map(
      ({ fence }) => fence,
    )

  it('keeps its pages queued, and nobody takes them until it is back', async () => {
    const domain = await makeDomain(['a'])
    await domain.post('/archive')
    // The state of a domain that was archived during a run.
    await db.query(`update domains set crawl_state = 'running', paused_reason = null, paused_by = null where id = $1`, [
      domain.id,
    ])
    await db.query('update crawl_hosts set due_at = now() where host = $1', [hostOf(domain.id)])
    const hosts = (await claim()).map(({ host }) => host)
    expect(hosts).not.toContain(hostOf(domain.id))
    expect(await fences(domain.id)).toEqual([0])
    expect(await domain.statuses()).toEqual(['a queued'])
    await domain.post('/unarchive')
    // The page is taken by this test or by the worker of the service.
    await claim()
    await expect.poll(() => fences(domain.id)).not.toEqual([0])
  })

  it('keeps what was under way', async () => {
    const domain = await makeDomain(['a'])
    const [a] = await hand.take(domain.id)
    if (!a) throw new Error('nothing was queued')
    await domain.post('/archive')
    await hand.settle(domain.id, read(a))
    expect(await domain.statuses()).toEqual(['a extracted'])
    expect(await domain.runs()).toEqual([expect.objectContaining({ status: 'finished', pages_done: 1 })])
  })

  it('of an archived project is not crawled either', async () => {
    const project = await makeProject()
    const domain = await makeDomain(['a'], project.key)
    await db.query('update projects set archived_at = now() where id = $1', [project.id])
    await db.query(`update domains set crawl_state = 'running', paused_reason = null, paused_by = null where id = $1`, [
      domain.id,
    ])
    await db.query('update crawl_hosts set due_at = now() where host = $1', [hostOf(domain.id)])
    await claim()
    expect(await fences(domain.id)).toEqual([0])
  })
})
