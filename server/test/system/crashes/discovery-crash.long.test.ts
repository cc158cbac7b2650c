import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import type { Discovery } from '../../../src/discovery/discovery.ts'
import { callService, copyDatabase } from '../../support/harness.ts'
import { onDatabase } from '../../support/on-database.ts'
import { type SpawnedService, spawnService } from '../../support/spawn-service.ts'
import { plainPage, type Site, startLocalSites } from '../../support/web/local-site.ts'

// The whole program, ended in the middle of a discovery: the next process begins it again, and finishes it once.

const { key } = inject('template')
const [search, open, held] = ['search.example', 'open.example', 'held.example']
const domainName = 'Harbours of the north'

const ask = async ({ url }: SpawnedService, method: string, path: string, body?: object) =>
  (await callService(url, method, path, { key, ...(body && { body }) })).body

async function startDiscovery() {
  const copy = await copyDatabase()
  onTestFinished(copy.remove)
  const found: Site = () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: domainName,
      results: [open, held].map((host) => ({
        ...{ url: `http://${host}/`, title: 'Harbours', content: '', engine: 'mojeek' },
      })),
      unresponsive_engines: [],
    }),
  })
  const page: Site = ({ path }) => (path === '/robots.txt' ? {} : plainPage('harbours'))
  const hangs: Site = ({ path }) => (path === '/robots.txt' ? {} : 'by hand')
  const all = new Map([
    [search, found],
    [open, page],
    [held, hangs],
  ])
  const sites = await startLocalSites(all)
  onTestFinished(() => sites.close())
  const environment = {
    ...copy.environment,
    ...sites.environment,
    ...{ CRAWL_DELAY_MS: '0', SEARCH: 'searxng', SEARCH_BASE_URL: `http://${search}` },
  }
  const start = async () => {
    const service = await spawnService(environment)
    onTestFinished(() => void service.child.kill('SIGKILL'))
    return service
  }
  const first = await start()
  const { id } = await ask(first, 'POST', '/v1/domains', { name: domainName })
  // A service that has just started cannot enqueue yet.
  await expect.poll(() => ask(first, 'POST', `/v1/domains/${id}/discover-sources`)).toEqual({ queued: true })
  await expect.poll(() => sites.pathsOf(held)).toHaveLength(1)
  const now = async (service: SpawnedService): Promise<Discovery[]> =>
    (await ask(service, 'GET', `/v1/domains/${id}/discoveries`)).discoveries
  const answerAll = () => void all.set(held, page)
  return { id, environment, sites, first, start, now, answerAll }
}

type Started = Awaited<ReturnType<typeof startDiscovery>>

const stateOf = (started: Started) =>
  onDatabase(started.environment, (db) =>
    db.query('select status, attempts from discoveries where domain_id = $1', [started.id]),
  )

/** The next process finishes it, as if nothing had happened. */
async function finishes(started: Started, rounds: number) {
  const { id, sites, start, now, answerAll } = started
  answerAll()
  const next = await start()
  for (;;) {
    const [{ status } = { status: '' }] = await now(next)
    if (status === 'finished' || status === 'failed') break
    await sleep(200)
  }
  const [run, ...others] = await now(next)
  expect(others).toEqual([])
  expect(run).toMatchObject({
    ...{ status: 'finished', queries_tried: [domainName], result: { hits: 2, sites: 2 } },
    summary: 'SearXNG found 2 pages on 2 sites; 2 are suggested.',
  })
  expect(run?.sources.map(({ url }) => url)).toEqual([`http://${open}/`, `http://${held}/`])
  expect(sites.pathsOf(search)).toHaveLength(rounds)
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  const actions = await onDatabase(started.environment, (db) =>
    db.query(`select action from agent_activity where domain_id = $1 and agent = 'discoverer' order by id`, [id]),
  )
  expect(actions).toEqual([...Array.from({ length: rounds }, () => ({ action: 'begin' })), { action: 'finish' }])
}

it('a discovery whose process is killed is taken when the lease has ended, and finishes once', {
  timeout: 120_000,
}, async () => {
  const started = await startDiscovery()
  started.first.child.kill('SIGKILL')
  await started.first.ended
  expect(await stateOf(started)).toEqual([{ status: 'running', attempts: 0 }])
  // The lease that it left ends a few seconds from now, not in 45.
  await onDatabase(started.environment, (db) =>
    db.query(`update discoveries set lease_ends = now() + interval '10 seconds'`),
  )
  await finishes(started, 2)
})

it('a discovery whose process is stopped is handed back, and no attempt is counted', { timeout: 120_000 }, async () => {
  const started = await startDiscovery()
  started.first.child.kill('SIGTERM')
  expect(await started.first.ended).toBe(0)
  expect(await stateOf(started)).toEqual([{ status: 'queued', attempts: 0 }])
  await finishes(started, 2)
})
