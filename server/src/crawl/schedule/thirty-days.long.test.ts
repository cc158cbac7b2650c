import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { runJob } from '../../../test/support/run-job.ts'
import { plainPage, type Site, type SiteRequest } from '../../../test/support/web/local-site.ts'

// Thirty days of a site on a clock that the test moves. Some pages change every day, some every week, most never.

const test = await startCrawlTest()
const { call, key, clock, open, makeDomain, crawl, finish, sites, service } = test

const dayMs = 86_400_000
const days = 30

interface SitePage {
  path: string
  /** In days; 0 for never. */
  every: number
}

const kinds: [name: string, every: number, count: number][] = [
  ['never', 0, 36],
  ['weekly', 7, 8],
  ['daily', 1, 4],
]
// Those that change most are found last.
const pages = kinds.flatMap(([name, every, count]) =>
  Array.from({ length: count }, (_, n): SitePage => ({ path: `/${name}/${n}`, every })),
)
const start = clock.now().getTime()

/** Pages change at different times of the day and the week. */
const editionAt = ({ path, every }: SitePage, now: number): number => {
  if (every === 0) return 0
  const [late = 0] = createHash('sha256').update(path).digest()
  return Math.floor(((now - start) / dayMs + (every * late) / 256) / every)
}

it('every change is seen within its interval, and the rest costs no more than before', {
  timeout: 600_000,
}, async () => {
  /** What was answered, by path: when, and which edition. */
  const seen = new Map<string, { at: number; edition: number }[]>()
  const site: Site = ({ path, headers }: SiteRequest) => {
    if (path === '/robots.txt') return { status: 404 }
    if (path === '/')
      return plainPage(
        'the whole site',
        pages.map((page) => page.path),
      )
    const page = pages.find((one) => one.path === path)
    if (!page) return undefined
    const at = clock.now().getTime()
    const edition = editionAt(page, at)
    seen.set(path, [...(seen.get(path) ?? []), { at, edition }])
    const etag = `"${path} ${edition}"`
    if (headers['if-none-match'] === etag) return { status: 304 }
    return { ...plainPage(`edition ${edition} of ${path}`), headers: { etag } }
  }
  const host = open(site)
  const domain = await makeDomain({ max_pages: 60 })
  expect(await crawl(domain, `http://${host}/`)).toHaveLength(pages.length + 1)
  const asked = sites.pathsOf(host).length
  await call('PATCH', `/v1/domains/${domain}`, { key, body: { recrawl_every: 86_400 } })
  const began = clock.now().getTime()
  const until = began + days * dayMs
  for (;;) {
    const next = Date.parse((await call('GET', `/v1/domains/${domain}`, { key })).body.next_recrawl_at)
    if (next > until) break
    clock.advance(next - clock.now().getTime())
    await runJob(test, 'start-due-recrawls')
    await finish(domain)
  }
  // No edition was missed, and none waited for longer than its interval (and the seconds that a run takes).
  for (const page of pages.filter(({ every }) => every > 0)) {
    const visits = seen.get(page.path) ?? []
    const own = page.every * dayMs
    for (const [at, visit] of visits.slice(1).entries()) {
      const before = visits[at] as { at: number; edition: number }
      expect(visit.edition - before.edition, page.path).toBeLessThanOrEqual(1)
      expect(visit.at - before.at, page.path).toBeLessThanOrEqual(own + 60_000)
    }
    expect(until - (visits.at(-1)?.at ?? 0), page.path).toBeLessThanOrEqual(own + 60_000)
  }
  // Nobody is forgotten.
  for (const { path } of pages) {
    const times = [...(seen.get(path) ?? []).map(({ at }) => at), until]
    const gaps = times.slice(1).map((at, before) => at - (times[before] as number))
    expect(Math.max(...gaps), path).toBeLessThanOrEqual(2 * dayMs + 60_000)
  }
  const visitsOf = (every: number) => {
    const own = pages.filter((page) => page.every === every)
    return own.reduce((sum, { path }) => sum + (seen.get(path)?.length ?? 0) - 1, 0) / own.length
  }
  // Daily ones twice a day, those that never change every other day, and all together no more than once a day each.
  expect(visitsOf(1)).toBeGreaterThan(1.7 * days)
  expect(visitsOf(0)).toBeLessThan(days)
  expect(visitsOf(0)).toBeGreaterThanOrEqual(days / 2 - 1)
  expect(sites.pathsOf(host).length - asked).toBeLessThanOrEqual((pages.length + 2) * days)
  const { runs } = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body
  expect(runs.every((run: { trigger: string }) => run.trigger === 'schedule')).toBe(true)
  // A page that has not changed is not read again: its text is that of its first day.
  const [{ reread } = { reread: 0 }] = await service.db.query<{ reread: number }>(
    `select count(*) as reread from pages where domain_id = $1 and url like '%/never/%' and read_at > $2`,
    [domain, new Date(began)],
  )
  expect(reread).toBe(0)
})
