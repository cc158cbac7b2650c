import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage, type Site } from '../../test/support/web/local-site.ts'
import { discoverJob } from './discoveries.ts'
import type { Discovery } from './discovery.ts'

// Sites that hang, and a database that fails: discoveries of others go on, and none is forgotten.

const environment = { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' }
const hanging: Site = ({ path }) => (path === '/robots.txt' ? {} : 'by hand')
const good: Site = ({ path }) => (path === '/robots.txt' ? {} : plainPage('harbours'))

/** A service whose search finds the sites that are named after the words of the search. */
async function startDiscoveries(look_within_ms?: number) {
  const test = await startCrawlTest({ environment, ...(look_within_ms && { network: { look_within_ms } }) })
  const found = new Map<string, string[]>()
  test.open(({ path }) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'x',
      results: (found.get(new URL(path, 'http://x').searchParams.get('q') ?? '') ?? []).map((host) => ({
        ...{ url: `http://${host}/`, title: 'Harbours', content: '', engine: 'mojeek' },
      })),
      unresponsive_engines: [],
    }),
  }))
  let domains = 0
  /** A domain of which the search finds these sites. */
  const makeDomain = async (sites: Site[], key = test.key) => {
    const name = `Harbours ${++domains}`
    const hosts = sites.map((site) => test.open(site))
    found.set(name, hosts)
    const { id } = (await test.call('POST', '/v1/domains', { key, body: { name } })).body
    const discover = async () =>
      expect(await test.call('POST', `/v1/domains/${id}/discover-sources`, { key })).toMatchObject({ status: 202 })
    const now = async (): Promise<Discovery> =>
      (await test.call('GET', `/v1/domains/${id}/discoveries`, { key })).body.discoveries[0]
    return { id, hosts, discover, now }
  }
  const begin = async (sites: Site[], key?: string) => {
    const domain = await makeDomain(sites, key)
    await domain.discover()
    return domain
  }
  return { ...test, makeDomain, begin }
}

const statusOf = async ({ now }: { now(): Promise<Discovery> }) => (await now()).status

it('a project whose sites hang leaves places to others', async () => {
  const { begin, makeProject } = await startDiscoveries()
  const other = await makeProject()
  const sites = Array.from({ length: 9 }, () => hanging)
  const held = [await begin(sites), await begin(sites), await begin(sites), await begin(sites)]
  await expect.poll(async () => (await Promise.all(held.map(statusOf))).includes('running')).toBe(true)
  const quick = await begin([good], other.key)
  await expect.poll(() => statusOf(quick)).toBe('finished')
  expect((await Promise.all(held.map(statusOf))).toSorted()).toEqual(['queued', 'queued', 'running', 'running'])
})

describe('a discovery', () => {
  it('finishes with what it has seen when sites hang, and says so', async () => {
    const { begin } = await startDiscoveries(8_000)
    const run = await begin([good, ...Array.from({ length: 7 }, () => hanging)])
    await expect.poll(() => statusOf(run)).toBe('finished')
    const { sources, result, summary } = await run.now()
    expect(sources).toMatchObject([{ url: `http://${run.hosts[0]}/` }])
    expect(result?.left_out).toMatchObject({ unreachable: 4, not_looked_at: 3 })
    expect(summary).toMatch(/1 is suggested\. .* Sites took too long to answer, so not all were looked at\.$/)
  })

  it('that failed by a fault of the service comes again without the schedule', async () => {
    const { makeDomain, service, clock } = await startDiscoveries()
    const { db } = service
    const run = await makeDomain([good])
    await db.query('delete from pgboss.schedule where name = $1', [discoverJob])
    await db.query('alter table gate_versions rename to gate_versions_away')
    await run.discover()
    const attempts = () => db.query('select status, attempts from discoveries where domain_id = $1', [run.id])
    await expect.poll(attempts).toEqual([{ status: 'queued', attempts: 1 }])
    // All that the schedule may have sent before.
    await db.query(`delete from pgboss.job where state < 'active' and (name = $1 or starts_with(name, '__pgboss'))`, [
      discoverJob,
    ])
    await db.query('alter table gate_versions_away rename to gate_versions')
    clock.advance(30_000)
    await expect.poll(() => statusOf(run)).toBe('finished')
    expect((await run.now()).sources).toHaveLength(1)
  })
})
