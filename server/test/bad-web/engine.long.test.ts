import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { waitForCrawl } from '../support/crawl/wait-for-crawl.ts'
import { callService, copyDatabase } from '../support/harness.ts'
import { sharedCode } from '../support/spawn-service.ts'
import type { Expectation } from './bad-web-case.ts'
import { type Engine, type Memory, startEngine } from './engine-process.ts'
import { loadCases, type NamedCase } from './run-bad-web.ts'
import { startSites } from './site-process.ts'

// The cases against the whole service: all of them are sources of one domain, crawled at the same time, with a good site
// among them. A fetch gets less time than it has in life, and the clock is moved to when pages are tried again.

const fetchWithinMs = 4_000
const neighbourPages = 20
/** Together these need more room than there is for the bodies of pages. */
const greedy = { name: 'greedy-stall', sites: 5 }
interface Wanted {
  subject: string
  name: string
  url: string
  page: NonNullable<Expectation['page']>
}

interface PageRow {
  url: string
  status: string
  error: string | null
  text: string | null
}

const cases = await loadCases()
const sites = startSites()
const database = await copyDatabase()
const environment = {
  ...sharedCode(),
  ...database.environment,
  CRAWL_DELAY_MS: '0',
  CRAWL_ALLOW_PRIVATE: '127.0.0.0/8',
}
const engine = await startEngine(environment, fetchWithinMs)
afterAll(async () => {
  await engine.close()
  await sites.close()
  await database.remove()
})
const { key } = inject('template')
const call = (method: string, path: string, body?: unknown) => callService(engine.url, method, path, { key, body })
let ahead = 0

async function crawl(name: string, urls: string[]): Promise<{ id: string; longest_ms: number }> {
  const { id } = (await call('POST', '/v1/domains', { name, max_depth: 1, max_pages: 10_000 })).body
  for (let from = 0; from < urls.length; from += 100) {
    await call('POST', `/v1/domains/${id}/sources/bulk`, { urls: urls.slice(from, from + 100) })
  }
  const held = new HeldHosts()
  const watched = {
    query: engine.query,
    now: () => Date.now() + ahead,
    advance: (ms: number) => {
      ahead += ms
      return engine.advance(ms)
    },
    onHeld: (hosts: string[]) => held.note(hosts),
  }
  await waitForCrawl(watched, id, 200_000)
  return { id, longest_ms: held.longest_ms }
}

/** How long a worker holds a host: no page of it can have taken longer. */
class HeldHosts {
  longest_ms = 0
  #since = new Map<string, number>()

  note(hosts: string[]): void {
    const now = performance.now()
    this.#since = new Map(hosts.map((host) => [host, this.#since.get(host) ?? now]))
    for (const since of this.#since.values()) this.longest_ms = Math.max(this.longest_ms, now - since)
  }
}

/** How a page of a site with this robots.txt must end. */
function pageBehind(
  { status, ...allows }: NonNullable<Expectation['robots']>,
  path: 'private' | 'open',
): Wanted['page'] {
  if (allows[path]) return { status: 'extracted' }
  if (status === 'unreachable') return { status: 'failed' }
  return { status: 'skipped', error: status >= 500 ? /^robots\.txt answers HTTP 5/ : 'robots.txt disallows it' }
}

async function openSites(list: NamedCase[]): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for (const { subject, name, path = '/', expect: expected } of list) {
    if (!expected.page && !expected.robots) continue
    const count = name === greedy.name ? greedy.sites : 1
    const origins = await Promise.all(Array.from({ length: count }, () => sites.start(name, { is_crawled: true })))
    const [origin] = origins
    const { page } = expected
    if (page) wanted.push(...origins.map((one) => ({ subject, name, url: one + path, page })))
    if (!expected.robots) continue
    for (const one of ['private', 'open'] as const) {
      wanted.push({ subject, name, url: `${origin}/${one}`, page: pageBehind(expected.robots, one) })
    }
  }
  return wanted
}

const pagesOf = (domainId: string) =>
  engine.query<PageRow & { aliases: string[] }>(
    `select p.url, p.status, p.error, t.text,
            array(select a.url from page_aliases a where a.domain_id = p.domain_id and a.page_id = p.id) as aliases
     from pages p left join page_texts t on t.domain_id = p.domain_id and t.page_id = p.id where p.domain_id = $1`,
    [domainId],
  )

/** Asks whether the process lives, again and again. */
function watchHealth(engine: Engine) {
  const stop = new AbortController()
  const answers: { status: number; ms: number }[] = []
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const startedAt = performance.now()
      const { status } = await fetch(`${engine.url}/healthz`)
      answers.push({ status, ms: performance.now() - startedAt })
      await sleep(50)
    }
  })()
  return async () => {
    stop.abort()
    await watching
    return answers
  }
}

describe('a crawl of the bad web', () => {
  let wanted: Wanted[] = []
  let longestMs = 0
  let before: Memory
  let after: Memory
  let health: { status: number; ms: number }[] = []
  const neighbours: string[] = []
  const pages = new Map<string, PageRow>()

  async function crawlBeside(name: string, some: Wanted[]): Promise<void> {
    const neighbour = await sites.startNeighbour(neighbourPages)
    const { id, longest_ms } = await crawl(name, [...some.map(({ url }) => url), `${neighbour}/`])
    longestMs = Math.max(longestMs, longest_ms)
    neighbours.push(neighbour)
    for (const row of await pagesOf(id)) for (const url of [row.url, ...row.aliases]) pages.set(url, row)
  }

  beforeAll(async () => {
    wanted = await openSites(cases)
    const stopWatching = watchHealth(engine)
    const isFlood = ({ page }: Wanted) => String(page.error).includes('no answer within')
    const isHeavy = ({ subject }: Wanted) => ['bodies', 'compression', 'markup'].includes(subject)
    const heavy = wanted.filter((one) => isHeavy(one) && !isFlood(one))
    await crawlBeside('heavy', heavy.slice(0, heavy.length / 2))
    await crawlBeside('heavy too', heavy.slice(heavy.length / 2))
    // What the process once needed it keeps; what counts is what it takes when more and the like of it comes.
    before = await engine.memory()
    await crawlBeside(
      'with an end',
      wanted.filter((one) => !isHeavy(one) && !isFlood(one)),
    )
    // Floods keep both sides busy for all the time they get, in which others would get none.
    await crawlBeside('without end', wanted.filter(isFlood))
    await crawlBeside('heavy again', heavy.slice(0, heavy.length / 2))
    health = await stopWatching()
    after = await engine.memory()
  }, 240_000)

  it.each(cases.filter(({ expect: expected }) => expected.page ?? expected.robots))('$subject/$name', ({ name }) => {
    for (const one of wanted.filter((other) => other.name === name)) {
      const { status, error, text } = pages.get(one.url) ?? {}
      expect({ url: one.url, status, error }).toEqual({
        url: one.url,
        status: one.page.status,
        error: one.page.error === undefined ? error : matching(one.page.error),
      })
      if (one.page.text !== undefined) expect(text).toContain(one.page.text)
      if (text) expect(text.isWellFormed()).toBe(true)
    }
  })

  it('leaves no page behind, and none holds up the others', () => {
    expect([...pages.values()].filter(({ status }) => status === 'queued')).toEqual([])
    // Twice as long as a fetch may take: what else runs on the machine takes its part.
    expect(longestMs).toBeLessThan(40_000)
  })

  it('reads good neighbours to the end', () => {
    for (const neighbour of neighbours) {
      const own = [...pages.values()].filter(({ url }) => url.startsWith(`${neighbour}/`))
      expect(own.map(({ status }) => status)).toEqual(Array(neighbourPages).fill('extracted'))
    }
  })

  it('does not grow', () => {
    expect(after.held - before.held).toBeLessThan(32)
    expect(after.rss - before.rss).toBeLessThan(64)
  })

  it('answers all the time', () => {
    expect(health.length).toBeGreaterThan(20)
    expect(health.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('has nothing to complain about in its log', async () => {
    expect(engine.log.filter(({ level }) => level !== 'warn')).toEqual([])
    expect(await engine.dialled()).toEqual([])
  })
})

const matching = (value: string | RegExp) => (typeof value === 'string' ? value : expect.stringMatching(value))
