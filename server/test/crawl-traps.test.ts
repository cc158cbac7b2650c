import { afterAll, describe, expect, it } from 'vitest'
import { startTestService } from './harness.ts'
import { makeHonestSite } from './honest-site.ts'
import { type Site, startLocalSites } from './local-site.ts'
import { makeTraps, type Trap } from './trap-sites.ts'

// An honest site with a trap in it is read to its end, and the trap costs next to nothing.

interface TrappedSite {
  host: string
  trap_names: string[]
  honest: Set<string>
  max_pages: number
}

const sites = new Map<string, Site>()
const cases: TrappedSite[] = []
const seeds = (process.env.TRAP_SEEDS ?? '1').split(',').map(Number)

function addCase(name: string, seed: number, maxPages: number, make: (typeof makeTraps)[number][]): void {
  const host = `${name.replaceAll(/\W+/g, '-')}-${seed}.example`
  const honest = makeHonestSite(seed)
  const traps = make.map((one) => one(honest))
  sites.set(host, ({ path }) => {
    if (path === '/robots.txt')
      return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private/\n' }
    const page = honest.pages.get(path)
    const forbidden = '<a href="/private/one">one</a> <a href="/private/two">two</a>'
    if (page) return { body: honest.render(page, forbidden + traps.map((trap) => trap.entry(path)).join('')) }
    const answer = answerOf(traps, path)
    return answer && { body: honest.render({ title: 'Trap', ...answer }, answer.after) }
  })
  cases.push({
    host,
    trap_names: traps.map(({ name: own }) => own),
    honest: new Set(honest.pages.keys()),
    max_pages: maxPages,
  })
}

function answerOf(traps: Trap[], path: string) {
  const url = new URL(path, 'http://x')
  for (const trap of traps) {
    const answer = trap.answer(url)
    if (answer) return answer
  }
  return undefined
}

for (const seed of seeds) {
  addCase('no trap', seed, 400, [])
  for (const make of makeTraps) addCase(make(makeHonestSite(seed)).name, seed, 400, [make])
  addCase('all traps', seed, 2000, makeTraps)
}

const local = await startLocalSites(sites)
afterAll(() => local.close())
const { call, key, service } = await startTestService({ environment: { ...local.environment, CRAWL_DELAY_MS: '0' } })

async function crawl(site: TrappedSite) {
  const body = { name: site.host, max_pages: site.max_pages, max_depth: 8 }
  const { id } = (await call('POST', '/v1/domains', { key, body })).body
  await call('POST', `/v1/domains/${id}/sources`, { key, body: { url: `http://${site.host}/` } })
  await expect
    .poll(async () => (await call('GET', `/v1/domains/${id}/runs`, { key })).body.runs[0].status, {
      timeout: 120_000,
      interval: 300,
    })
    .toBe('finished')
  const read = new Set<string>()
  for (let offset = 0; offset !== null; ) {
    const { body: page } = await call('GET', `/v1/domains/${id}/pages?status=extracted&limit=500&offset=${offset}`, {
      key,
    })
    for (const { url } of page.pages) read.add(url.slice(`http://${site.host}`.length))
    offset = page.next_offset
  }
  if (process.env.TRAP_DEBUG) {
    for (const row of await service.db.query(
      'select key, credit, settled, novel, openers, links, links_known, links_known_least from page_groups where domain_id = $1 order by settled desc',
      [id],
    ))
      console.log(JSON.stringify(Object.values(row)))
    console.log(await service.db.query('select host, groups from sites where domain_id = $1', [id]))
    console.log(
      await service.db.query(
        'select group_key, count(*) n from frontier where domain_id = $1 and is_followed and status = $2 group by 1 order by 2 desc limit 15',
        [id, 'candidate'],
      ),
    )
  }
  const asked = local.pathsOf(site.host)
  return {
    honest_read: [...site.honest].filter((path) => read.has(path)).length / site.honest.size,
    trap_pages: asked.filter((path) => !site.honest.has(path)),
    missed: [...site.honest].filter((path) => !read.has(path)),
  }
}

describe('a site with', () => {
  it.concurrent.each(cases)('$host is read, and its traps are not', { timeout: 180_000 }, async (site) => {
    const { honest_read, trap_pages, missed } = await crawl(site)
    if (process.env.TRAP_SEEDS)
      console.log(
        site.host.padEnd(40),
        `honest ${site.honest.size} read ${(honest_read * 100).toFixed(1)} % trap pages ${trap_pages.length}`,
        missed.slice(0, 4),
        trap_pages.slice(0, Number(process.env.TRAP_SHOW ?? 0)),
      )
    expect(trap_pages.filter((path) => path.startsWith('/private/'))).toEqual([])
    expect(honest_read, missed.slice(0, 20).join(' ')).toBeGreaterThanOrEqual(0.95)
    expect(trap_pages.length, trap_pages.slice(0, 20).join(' ')).toBeLessThanOrEqual(0.05 * site.max_pages)
  })
})
