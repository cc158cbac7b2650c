import { afterAll, describe, type ExpectStatic, it } from 'vitest'
import { startTestService } from '../../support/harness.ts'
import { type Site, startLocalSites } from '../../support/web/local-site.ts'
import { type HonestSite, makeHonestSite, makeSmallSite } from './honest-site.ts'
import { makeOtherTraps, makeTrapOfEachKind, makeTraps, makeTrapsOfSmallSites, type Trap } from './trap-sites.ts'

// An honest site with a trap in it is read completely, and the trap costs next to nothing.

interface TrappedSite {
  name: string
  host: string
  max_pages: number
  honest: HonestSite
  traps: Trap[]
  /** Whether a plan leads the crawl. */
  is_led?: boolean
}

/** The seed of all sites: another one gives other sites. */
const seed = Number(process.env.TRAP_SEED ?? 1)

function trappedSite(
  name: string,
  maxPages: number,
  make: typeof makeTraps,
  siteSeed = seed,
  honest = makeHonestSite(siteSeed),
): TrappedSite {
  const host = `${name.replaceAll(/\W+/g, '-')}.example`
  return { name, host, max_pages: maxPages, honest, traps: make.map((one) => one(honest)) }
}

const robots = 'User-agent: *\nDisallow: /private/\n'
const forbidden = '<a href="/private/one">one</a> <a href="/private/two">two</a>'

function serve({ honest, traps }: TrappedSite): Site {
  return ({ path }) => {
    if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: robots }
    const page = honest.pages.get(path)
    if (page) return { body: honest.render(page, forbidden + traps.map((trap) => trap.entry(path)).join('')) }
    const trapped = trapPage(traps, path)
    return trapped && { body: honest.render({ title: 'Trap', ...trapped }, trapped.after) }
  }
}

function trapPage(traps: Trap[], path: string) {
  const url = new URL(path, 'http://trap.example')
  for (const trap of traps) {
    const page = trap.answer(url)
    if (page) return page
  }
  return undefined
}

const cases = [
  trappedSite('no trap', 400, []),
  ...makeTraps.map((make) => trappedSite(make(makeHonestSite(seed)).name, 400, [make])),
  // With this seed some tokens are letters only, and read like words.
  trappedSite('tokens like words', 400, makeOtherTraps.slice(0, 1), 4),
  ...makeTrapsOfSmallSites.map((make) => {
    const small = makeSmallSite(seed)
    return trappedSite(`small site, ${make(small).name}`, 1000, [make], seed, small)
  }),
  // Each trap costs a few pages before it is recognised.
  trappedSite('one of each kind', 1200, makeTrapOfEachKind),
  trappedSite('one of each kind, and much room', 2000, makeTrapOfEachKind),
  ...makeTraps.map((make) => ({
    ...trappedSite(`${make(makeHonestSite(seed)).name}, led by a plan`, 400, [make]),
    is_led: true,
  })),
]
const local = await startLocalSites(new Map(cases.map((site) => [site.host, serve(site)])))
afterAll(() => local.close())
const { call, key } = await startTestService({
  environment: { ...local.environment, CRAWL_DELAY_MS: '0', RATE_LIMIT: '0' },
})

/** Crawls the site to the end; returns the pages that were read. */
async function crawl({ host, max_pages, is_led }: TrappedSite, expect: ExpectStatic): Promise<Set<string>> {
  const settings = { name: host, max_pages: is_led ? 1 : max_pages, max_depth: 8 }
  const { id } = (await call('POST', '/v1/domains', { key, body: settings })).body
  await call('POST', `/v1/domains/${id}/sources`, { key, body: { url: `http://${host}/` } })
  const status = async () => (await call('GET', `/v1/domains/${id}/runs`, { key })).body.runs[0].status
  await expect.poll(status, { interval: 300, timeout: 120_000 }).toBe('finished')
  if (is_led) {
    await call('PATCH', `/v1/domains/${id}`, { key, body: { max_pages } })
    await call('POST', `/v1/domains/${id}/plan-frontier`, { key })
    const planned = async () => (await call('GET', `/v1/domains/${id}/plans`, { key })).body.plans[0].status
    await expect.poll(planned, { interval: 300, timeout: 240_000 }).toBe('finished')
  }
  const read = new Set<string>()
  for (let offset: number | null = 0; offset !== null; ) {
    const { body } = await call('GET', `/v1/domains/${id}/pages?status=extracted&limit=500&offset=${offset}`, { key })
    for (const { url } of body.pages) read.add(url.slice(`http://${host}`.length))
    offset = body.next_offset
  }
  return read
}

describe('a site with a trap', () => {
  it.concurrent.for(cases)('is read, and the trap is not: $name', { timeout: 300_000 }, async (site, { expect }) => {
    const read = await crawl(site, expect)
    const { honest, traps, max_pages } = site
    const missed = [...honest.pages.keys()].filter((path) => !read.has(path))
    const asked = local.pathsOf(site.host)
    const trapped = asked.filter((path) => !honest.pages.has(path))
    // Addresses that robots.txt forbids, or that nobody links to, are not fetched.
    expect(trapped.filter((path) => !trapPage(traps, path))).toEqual([])
    // Several traps at once are held back together, but each is looked at first.
    const most = traps.length > 1 ? 0.07 : 0.05
    expect(trapped.length, trapped.join(' ')).toBeLessThanOrEqual(most * max_pages)
    expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(0.05 * honest.pages.size)
    expect(new Set(asked).size).toBe(asked.length)
  })
})
