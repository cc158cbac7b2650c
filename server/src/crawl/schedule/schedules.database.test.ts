import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crawlByHand, unchanged } from '../../../test/support/crawl/crawl-by-hand.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { keepLog } from '../../../test/support/log-lines.ts'
import { runJob } from '../../../test/support/run-job.ts'
import { newId } from '../../platform/ids.ts'
import { startDueRecrawls } from './start-due.ts'
import { shareOf, urgency } from './urgency.ts'

// Schedules without a worker: pages are queued, and stay so until a test takes them.

const test = await startTestService({ environment: { ROLE: 'api' } })
const { call, key, service, clock, makeProject } = test
const { db, events } = service
const hand = crawlByHand(service)

const job = 'start-due-recrawls'
const hour = 3_600_000
const day = 24 * hour

interface PageOf {
  /** Hours since it was asked, and for which it had not changed then. */
  age?: number
  quiet?: number
  status?: string
  code?: string
  mode?: string
  depth?: number
  source_id?: string | null
}

async function makeDomain(settings: object = { recrawl_every: 86_400 }, ofKey = key) {
  const { body } = await call('POST', '/v1/domains', { key: ofKey, body: { name: 'ports', ...settings } })
  const id: string = body.id
  const send = async (method: string, rest = '', body?: object) =>
    (await call(method, `/v1/domains/${id}${rest}`, { key: ofKey, ...(body && { body }) })).body
  const addPages = async (pages: PageOf[]) => {
    const rows = pages.map(({ age = 0, quiet = 0, status = 'extracted', mode = 'unchanged', depth = 1, ...more }) => {
      const fetched_at = new Date(clock.now().getTime() - age * hour)
      const read_at = new Date(fetched_at.getTime() - quiet * hour)
      const page = { id: newId(), status, mode, depth, code: more.code ?? null, source_id: more.source_id ?? null }
      return { ...page, url: `https://example.org/${page.id}`, fetched_at, read_at }
    })
    await db.query(
      `insert into pages (domain_id, id, url, host, source_id, source_host, group_key, depth, status, last_mode, error_code,
         fetched_at, created_at, read_at, read_status)
       select $1, p.id, p.url, 'example.org', p.source_id, 'example.org', '', p.depth, p.status, p.mode, p.code, p.fetched_at,
         p.read_at, p.read_at, 'extracted'
       from jsonb_to_recordset($2::jsonb) as p (id uuid, url text, source_id uuid, depth integer, status text, mode text, code text,
         fetched_at timestamptz, read_at timestamptz)`,
      [id, JSON.stringify(rows)],
    )
    return rows.map((row) => row.id)
  }
  return {
    id,
    send,
    addPages,
    next: async () => (await send('GET')).next_recrawl_at as string | null,
    runs: async () => (await send('GET', '/runs')).runs as Record<string, unknown>[],
    queued: async () =>
      (await send('GET', '/pages?status=queued&limit=500')).pages.map((page: { id: string }) => page.id).toSorted(),
    finish: () => hand.finish(id, unchanged),
  }
}

/** Moves the clock to a time of a schedule, or a little before it. */
const moveTo = (at: string | null, but = 0) => clock.advance(Date.parse(at as string) - clock.now().getTime() - but)

const near = (at: string | null, expected: number) =>
  expect(Math.abs(Date.parse(at as string) - expected)).toBeLessThan(5_000)

describe('a schedule', () => {
  it('is off unless it is asked for, and shown with its next time', async () => {
    const domain = await makeDomain({})
    expect(await domain.send('GET')).toMatchObject({ recrawl_every: null, next_recrawl_at: null })
    await domain.send('PATCH', '', { recrawl_every: 7_776_000 })
    const shown = await domain.send('GET')
    expect(shown.recrawl_every).toBe(7_776_000)
    expect(Date.parse(shown.next_recrawl_at)).toBeLessThan(clock.now().getTime() + 45 * day)
    const { domains } = (await call('GET', '/v1/domains', { key })).body
    expect(domains[0]).toMatchObject({ recrawl_every: 7_776_000, next_recrawl_at: shown.next_recrawl_at })
    // Another setting leaves the next time as it is, another interval does not.
    await domain.send('PATCH', '', { max_pages: 7, recrawl_every: 7_776_000 })
    expect(await domain.next()).toBe(shown.next_recrawl_at)
    await domain.send('PATCH', '', { recrawl_every: 3_600 })
    expect(Date.parse((await domain.next()) as string)).toBeLessThan(clock.now().getTime() + hour / 2 + 1)
    await domain.send('PATCH', '', { recrawl_every: null })
    expect(await domain.next()).toBeNull()
  })

  it('begins a run when it is due, and says so', async () => {
    const domain = await makeDomain()
    await domain.addPages([{}, {}, {}])
    const due = await domain.next()
    moveTo(due, 2_000)
    await runJob(test, job)
    expect(await domain.runs()).toEqual([])
    clock.advance(2_001)
    await runJob(test, job)
    expect(await domain.runs()).toMatchObject([{ trigger: 'schedule', status: 'running', pages_total: 2 }])
    expect(Date.parse((await domain.next()) as string)).toBe(Date.parse(due as string) + 12 * hour)
    await domain.finish()
    expect(await domain.runs()).toMatchObject([{ trigger: 'schedule', status: 'finished', pages_unchanged: 2 }])
    await domain.send('POST', '/recrawl', {})
    expect(await domain.runs()).toMatchObject([{ trigger: 'call', status: 'running' }, { trigger: 'schedule' }])
  })

  it('begins no run where there is no page to ask for', async () => {
    const domain = await makeDomain()
    const due = await domain.next()
    moveTo(due)
    await runJob(test, job)
    expect(await domain.runs()).toEqual([])
    expect(Date.parse((await domain.next()) as string)).toBe(Date.parse(due as string) + 12 * hour)
  })

  it('goes on with its next time while a run is under way', async () => {
    const domain = await makeDomain()
    await domain.addPages([{}, {}])
    await domain.send('POST', '/recrawl', {})
    moveTo(await domain.next())
    await runJob(test, job)
    expect(await domain.runs()).toMatchObject([{ trigger: 'call', pages_total: 2 }])
    await domain.finish()
    moveTo(await domain.next())
    await runJob(test, job)
    expect(await domain.runs()).toMatchObject([{ trigger: 'schedule' }, { trigger: 'call' }])
  })

  it('waits while the domain is paused or archived, and is due at once afterwards', async () => {
    const domain = await makeDomain()
    await domain.addPages([{}])
    for (const [stop, go] of [
      ['/runs/pause', '/runs/resume'],
      ['/archive', '/unarchive'],
    ] as const) {
      const due = await domain.next()
      await domain.send('POST', stop, {})
      expect(await domain.next()).toBeNull()
      clock.advance(3 * day)
      const before = (await domain.runs()).length
      await runJob(test, job)
      expect(await domain.runs()).toHaveLength(before)
      await domain.send('POST', go, {})
      expect(await domain.next()).toBe(due)
      await runJob(test, job)
      expect(await domain.runs()).toHaveLength(before + 1)
      expect(Date.parse((await domain.next()) as string)).toBeGreaterThan(clock.now().getTime())
      await domain.finish()
    }
  })

  it('waits while the project is archived', async () => {
    const project = await makeProject()
    const domain = await makeDomain(undefined, project.key)
    await domain.addPages([{}])
    moveTo(await domain.next())
    await call('POST', '/v1/project/archive', { key: project.key })
    await runJob(test, job)
    expect(await db.query('select 1 from runs where domain_id = $1', [domain.id])).toEqual([])
  })

  it('begins one run, however many nodes look', async () => {
    const domains = []
    for (let n = 0; n < 12; n++) {
      const domain = await makeDomain()
      await domain.addPages([{}])
      domains.push(domain)
    }
    clock.advance(12 * hour)
    const nodes = Array.from({ length: 6 }, () => runJob(test, job))
    await Promise.all(nodes)
    for (const domain of domains) {
      expect(await domain.runs()).toMatchObject([{ trigger: 'schedule', status: 'running' }])
      expect(Date.parse((await domain.next()) as string)).toBeGreaterThan(clock.now().getTime())
    }
  })

  it('is due still when the process that begins its run is killed, and begins one run after a week without any', async () => {
    const domain = await makeDomain()
    await domain.addPages([{}])
    const due = await domain.next()
    moveTo(due)
    const { log, lines } = keepLog()
    await startDueRecrawls({
      ...{ db, events, clock, log, stopping: new AbortController().signal },
      requirePages: () => Promise.reject(new Error('killed')),
    })
    expect(JSON.stringify(lines)).toContain('a scheduled run did not begin')
    expect([await domain.next(), await domain.runs()]).toEqual([due, []])
    clock.advance(7 * day + 5)
    await runJob(test, job)
    expect(await domain.runs()).toHaveLength(1)
    near(await domain.next(), Date.parse(due as string) + 7.5 * day)
    await domain.finish()
    await runJob(test, job)
    expect(await domain.runs()).toHaveLength(1)
  })
})

describe('a scheduled run that fails to begin', () => {
  it('stays due, and keeps no other domain waiting', async () => {
    const domains = [await makeDomain(), await makeDomain()]
    for (const { addPages } of domains) await addPages([{}, {}])
    const dues = await Promise.all(domains.map(({ next }) => next()))
    const [first, second] = domains.toSorted((a, b) => Number(a.id > b.id)) as typeof domains
    await db.query(`update domains set next_recrawl_at = $2 where id = any($1)`, [
      domains.map(({ id }) => id),
      new Date(dues.toSorted().at(-1) as string),
    ])
    const due = (await first?.next()) as string
    moveTo(due)
    await db.query(`alter table runs add constraint no_run check (domain_id <> '${first?.id}')`)
    const { log, lines } = keepLog()
    await runJob(test, job, { log })
    expect([await first?.next(), await first?.runs()]).toEqual([due, []])
    expect(await second?.runs()).toMatchObject([{ trigger: 'schedule' }])
    expect(JSON.stringify(lines)).toMatch(/a scheduled run did not begin.*no_run|no_run.*a scheduled run did not begin/)
    await db.query('alter table runs drop constraint no_run')
    await runJob(test, job)
    expect(await first?.runs()).toMatchObject([{ trigger: 'schedule' }])
  })
})

describe('a scheduled run that may not begin', () => {
  it('stands in the list with the reason, and comes again at the next time', async () => {
    const { key: own } = await makeProject()
    const domain = await makeDomain(undefined, own)
    await domain.addPages([{}])
    await db.query('update domains set page_count = 1 where id = $1', [domain.id])
    moveTo(await domain.next())
    const { log, lines } = keepLog()
    const options = { environment: { QUOTAS: 'pages=1' }, log }
    await runJob(test, job, options)
    await runJob(test, job, options)
    const refused = { trigger: 'schedule', status: 'cancelled', end_reason: 'refused: quota reached: pages' }
    expect(await domain.runs()).toMatchObject([{ ...refused, pages_total: 0 }])
    expect(JSON.stringify(lines)).toContain('a scheduled run may not begin')
    expect(await domain.send('GET')).toMatchObject({ crawl_state: 'idle', active_run: null })
    moveTo(await domain.next())
    await runJob(test, job)
    expect(await domain.runs()).toMatchObject([{ status: 'running', pages_total: 1 }, refused])
  })
})

describe('the pages of a scheduled run', () => {
  it('are the most urgent half, as urgency.ts has it', async () => {
    const one = fc.record({
      age: fc.integer({ min: 0, max: 200 }),
      quiet: fc.integer({ min: 0, max: 2_000 }),
      mode: fc.constantFrom('unchanged', 'deterministic', 'agentic'),
    })
    const check = async (pages: PageOf[]) => {
      const domain = await makeDomain()
      const ids = await domain.addPages(pages)
      const due = await domain.next()
      const later = (Date.parse(due as string) - clock.now().getTime()) / hour
      moveTo(due)
      await runJob(test, job)
      const ranked = pages
        .map(({ age = 0, quiet = 0, mode }, at) => ({
          id: ids[at] as string,
          urgency: urgency({ age: age + later, quiet, has_changed: mode !== 'unchanged' }, 24),
        }))
        .toSorted((a, b) => b.urgency - a.urgency || (a.id < b.id ? -1 : 1))
      const chosen = ranked.slice(0, shareOf(pages.length)).map(({ id }) => id)
      expect(await domain.queued()).toEqual(chosen.toSorted())
      await domain.finish()
      await domain.send('PATCH', '', { recrawl_every: null })
    }
    await fc.assert(fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), check), { numRuns: 15 })
  })

  it('are also those that a site kept back for a while, and sources', async () => {
    const domain = await makeDomain()
    const asked = [
      { status: 'failed', code: 'http_status' },
      { status: 'skipped', code: 'robots_unavailable' },
      { status: 'failed', code: 'not_found', depth: 0 },
      { status: 'irrelevant', code: 'gate', depth: 0 },
    ]
    const left = [
      { status: 'failed', code: 'not_found' },
      { status: 'irrelevant', code: 'gate' },
      { status: 'skipped', code: 'duplicate', depth: 0 },
      { status: 'failed', code: 'unreadable' },
      { status: 'skipped', code: 'run_cancelled' },
    ]
    const old = { age: 100 }
    const ids = await domain.addPages([...asked, ...left].map((page) => ({ ...page, ...old })))
    // As many again that were asked just now, so that the run takes all the others.
    await domain.addPages(asked.map(() => ({})))
    moveTo(await domain.next())
    await runJob(test, job)
    expect(await domain.queued()).toEqual(ids.slice(0, asked.length).toSorted())
  })

  it('count as asked when they could not be fetched', async () => {
    const domain = await makeDomain()
    const [dead, quiet] = await domain.addPages([
      { age: 200, status: 'failed', code: 'connect' },
      { age: 20, quiet: 100 },
    ])
    const run = newId()
    await db.query(
      `insert into runs (domain_id, id, status, started_at, finished_at, end_reason, pages_total, pages_done, pages_unchanged,
         pages_deterministic, pages_agentic, pages_irrelevant, pages_skipped, pages_failed, entities_added, tokens_input,
         tokens_output, spend_usd)
       values ($1, $2, 'finished', $3, $3, 'nothing left', 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)`,
      [domain.id, run, clock.now()],
    )
    await db.query('update pages set run_id = $3 where domain_id = $1 and id = $2', [domain.id, dead, run])
    moveTo(await domain.next())
    await runJob(test, job)
    expect(await domain.queued()).toEqual([quiet])
  })

  it('are queued some thousands at a time', async () => {
    const domain = await makeDomain()
    await domain.addPages(Array.from({ length: 12_001 }, (_, n) => ({ age: n % 7 })))
    moveTo(await domain.next())
    await runJob(test, job)
    expect(await domain.runs()).toMatchObject([{ pages_total: 6_001 }])
  })
})

describe('a source', () => {
  const sourceOf = async (domain: { send(method: string, rest: string): Promise<{ sources: { id: string }[] }> }) =>
    (await domain.send('GET', '/sources')).sources[0] as {
      id: string
      recrawl_every: number | null
      next_recrawl_at: string | null
    }

  it('has the schedule of the domain, one of its own, or none', async () => {
    const domain = await makeDomain()
    await domain.send('POST', '/sources', { url: 'https://example.org/' })
    const first = await sourceOf(domain)
    expect(first).toMatchObject({ recrawl_every: null, next_recrawl_at: await domain.next() })
    const change = (recrawl_every: number | null) =>
      call('PATCH', `/v1/domains/${domain.id}/sources/${first.id}`, { key, body: { recrawl_every } })
    expect((await change(3_600)).status).toBe(200)
    const own = await sourceOf(domain)
    expect(own.recrawl_every).toBe(3_600)
    expect(Date.parse(own.next_recrawl_at as string)).toBeLessThan(clock.now().getTime() + hour / 2 + 1)
    await change(0)
    expect(await sourceOf(domain)).toMatchObject({ recrawl_every: 0, next_recrawl_at: null })
    expect((await change(3_599)).body.error).toBe('recrawl_every must be 0, an integer from 3600 to 7776000, or null')
    await change(null)
    expect(await sourceOf(domain)).toMatchObject({ recrawl_every: null, next_recrawl_at: await domain.next() })
    await domain.send('POST', '/sources', { url: 'https://example.org/', recrawl_every: 7_200 })
    expect(await sourceOf(domain)).toMatchObject({ id: first.id, recrawl_every: 7_200 })
    await domain.send('POST', '/runs/pause', {})
    expect((await sourceOf(domain)).next_recrawl_at).toBeNull()
  })

  it('is asked for by its own schedule, and left out by that of the domain', async () => {
    const domain = await makeDomain()
    for (const path of ['news', 'archive', 'other'])
      await domain.send('POST', '/sources', { url: `https://example.org/${path}` })
    const { sources } = await domain.send('GET', '/sources')
    const [other, archive, news] = sources.map(({ id }: { id: string }) => id)
    await hand.finish(domain.id)
    await domain.send('PATCH', `/sources/${news}`, { recrawl_every: 3_600 })
    await domain.send('PATCH', `/sources/${archive}`, { recrawl_every: 0 })
    const pagesOf = async (source: string) =>
      (
        await db.query<{ id: string }>('select id from pages where domain_id = $1 and source_id = $2', [
          domain.id,
          source,
        ])
      ).map(({ id }) => id)
    moveTo((await sourceOfId(domain, news)).next_recrawl_at)
    await runJob(test, job)
    expect(await domain.queued()).toEqual(await pagesOf(news))
    expect(await domain.runs()).toMatchObject([{ trigger: 'schedule' }, { trigger: 'call' }])
    await domain.finish()
    const own = await domain.addPages([{ age: 30, source_id: other }])
    moveTo(await domain.next())
    // That of the source is due as well: the crawl of the domain is under way then.
    await runJob(test, job)
    expect(await domain.queued()).toEqual(own)
    expect(await pagesOf(archive)).toHaveLength(1)
  })

  const sourceOfId = async (
    domain: { send(method: string, rest: string): Promise<{ sources: { id: string; next_recrawl_at: string }[] }> },
    id: string,
  ) => (await domain.send('GET', '/sources')).sources.find((one) => one.id === id) as { next_recrawl_at: string }
})
