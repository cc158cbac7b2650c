import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../../support/harness.ts'
import { type Site, startLocalSites } from '../../support/web/local-site.ts'

// A crawl says why it ended, the frontier why links wait, and one call lets a group that was held back go on.

const last = 70
/** Reports of which each leads to the next, more of them than a crawl follows on suspicion. */
const reports: Site = ({ path }) => {
  if (path === '/')
    return { body: '<h1>Reports</h1><a href="/report/1">first</a> <a href="http://other.example/">other</a>' }
  const n = Number(/^\/report\/(\d+)$/.exec(path)?.[1])
  if (!(n <= last)) return undefined
  const next = n < last ? `<a href="/report/${n + 1}">next</a>` : ''
  return { body: `<h1>Report ${n}</h1><p>In week ${n} the office counted no visitors.</p>${next}` }
}
/** A list that is longer than the room for pages. */
const list: Site = ({ path }) => ({
  body:
    path === '/'
      ? `<h1>List</h1>${Array.from({ length: 30 }, (_, n) => `<a href="/item/${n}">item ${n}</a>`).join(' ')}`
      : `<h1>${path}</h1><p>An item of the list.</p>`,
})

const local = await startLocalSites(
  new Map([
    ['reports.example', reports],
    ['list.example', list],
  ]),
)
afterAll(() => local.close())
const { call, key } = await startTestService({
  environment: { ...local.environment, CRAWL_DELAY_MS: '0', RATE_LIMIT: '0' },
})

async function makeDomain(host: string, settings: object) {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: host, ...settings } })).body
  const path = `/v1/domains/${id}`
  const get = async (rest: string) => (await call('GET', `${path}${rest}`, { key })).body
  const post = (rest: string, body: object = {}) => call('POST', `${path}${rest}`, { key, body })
  await post('/sources', { url: `http://${host}/` })
  /** Waits for the end of the latest run. */
  const ended = async (runs: number) => {
    const states = async () => (await get('/runs')).runs.map(({ status }: { status: string }) => status)
    await expect.poll(states, { interval: 100, timeout: 60_000 }).toEqual(Array(runs).fill('finished'))
    return (await get('/runs')).runs[0].end_reason
  }
  return { get, post, ended }
}

it('a group that keeps growing is held back, says so, and goes on when it is let go', { timeout: 90_000 }, async () => {
  const domain = await makeDomain('reports.example', { max_pages: 100, max_depth: 100 })
  expect(await domain.ended(1)).toBe('1 link held back: group reports.example/report/#')
  expect(local.pathsOf('reports.example').length).toBeLessThan(60)
  const { groups } = await domain.get('/frontier')
  expect(groups).toEqual([
    {
      ...{ id: null, host: 'other.example', pattern: expect.any(String), status: 'candidate', n: 1 },
      reason: 'not on a host of the sources',
    },
    {
      ...{ id: expect.any(String), host: 'reports.example', pattern: 'reports.example/report/#', status: 'candidate' },
      ...{ n: 1, reason: 'held back: the group keeps growing and says nothing new' },
    },
  ])
  const { id } = groups[1]
  expect((await domain.post(`/frontier/groups/${id}/release`)).body).toEqual({ queued: 1 })
  expect(await domain.ended(2)).toBe('nothing left')
  expect(local.pathsOf('reports.example')).toHaveLength(last + 1)
  expect((await domain.post(`/frontier/groups/${crypto.randomUUID()}/release`)).status).toBe(404)
})

it('a crawl that has no room for more pages says so', { timeout: 60_000 }, async () => {
  const domain = await makeDomain('list.example', { max_pages: 10 })
  expect(await domain.ended(1)).toBe('budget')
  expect((await domain.get('/frontier')).groups).toEqual([
    {
      id: null,
      host: 'list.example',
      pattern: 'list.example/item/#',
      status: 'candidate',
      n: 21,
      reason: 'max_pages reached',
    },
  ])
})
