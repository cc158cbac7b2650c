import { expect, inject, it, onTestFinished } from 'vitest'
import { callService, copyDatabase } from '../../test/support/harness.ts'
import { startModelServer } from '../../test/support/model/model-server.ts'
import { answersRounds, keeps, searchesFor } from '../../test/support/model/round-model.ts'
import { onDatabase } from '../../test/support/on-database.ts'
import { type SpawnedService, spawnService } from '../../test/support/spawn-service.ts'
import { plainPage, type Site, startLocalSites } from '../../test/support/web/local-site.ts'
import type { Discovery } from './discovery.ts'

// The whole program, ended while a model is asked its second question: the next process asks it, and not the first again.

const { key } = inject('template')
const [search, harbour] = ['search.example', 'harbour.example']

const ask = async ({ url }: SpawnedService, method: string, path: string, body?: object) =>
  (await callService(url, method, path, { key, ...(body && { body }) })).body

async function startAsking() {
  const copy = await copyDatabase()
  onTestFinished(copy.remove)
  const finds: Site = () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ query: 'quays', unresponsive_engines: [] },
      results: [{ url: `http://${harbour}/`, title: 'Harbours', content: '', engine: 'mojeek' }],
    }),
  })
  const page: Site = ({ path }) => (path === '/robots.txt' ? {} : plainPage('harbours'))
  const sites = await startLocalSites(
    new Map([
      [search, finds],
      [harbour, page],
    ]),
  )
  onTestFinished(() => sites.close())
  const model = await startModelServer({
    answer: answersRounds((round) => (round === 0 ? { searches: searchesFor('quays') } : 'hang')),
  })
  onTestFinished(() => model.close())
  const environment = {
    ...copy.environment,
    ...sites.environment,
    ...{ CRAWL_DELAY_MS: '0', SEARCH: 'searxng', SEARCH_BASE_URL: `http://${search}` },
    ...{ MODEL: 'openai-compatible:scripted', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,2' },
  }
  const start = async () => {
    const service = await spawnService(environment)
    onTestFinished(() => void service.child.kill('SIGKILL'))
    return service
  }
  const first = await start()
  const { id } = await ask(first, 'POST', '/v1/domains', { name: 'Harbours of the north' })
  // A service that has just started cannot enqueue yet.
  await expect.poll(() => ask(first, 'POST', `/v1/domains/${id}/discover-sources`)).toEqual({ queued: true })
  await expect.poll(() => model.calls.length).toBe(2)
  const last = async (service: SpawnedService): Promise<Discovery> =>
    (await ask(service, 'GET', `/v1/domains/${id}/discoveries`)).discoveries[0]
  return { id, environment, sites, model, first, start, last }
}

/** `asked` is how many calls were begun in all, those that were ended with their process among them. */
it.each<['SIGKILL' | 'SIGTERM', number]>([
  ['SIGKILL', 3],
  ['SIGTERM', 3],
])(
  'after %s the next process goes on behind the answers that were paid for',
  { timeout: 120_000 },
  async (how, asked) => {
    const { environment, sites, model, first, start, last } = await startAsking()
    first.child.kill(how)
    expect(await first.ended).toBe(how === 'SIGTERM' ? 0 : how)
    // The lease that a killed process leaves ends now, not in 45 seconds.
    await onDatabase(environment, (db) =>
      db.query(`update discoveries set lease_ends = now() where lease_ends is not null`),
    )
    model.answer = answersRounds((_, shown) => ({ verdicts: keeps(shown), done: true }))
    const next = await start()
    await expect.poll(async () => (await last(next)).status, { timeout: 60_000 }).toBe('finished')
    const run = await last(next)
    expect(run).toMatchObject({
      ...{ queries_tried: ['quays'], sources: [{ url: `http://${harbour}/` }] },
      by_model: { calls: asked, searches: 1, sites: 1, ended: 'done' },
    })
    // The plan was not asked for again, and neither were the search and the site.
    expect(model.calls).toHaveLength(asked)
    expect(model.calls[2]?.user).toBe(model.calls[1]?.user.replace('4 more questions', '3 more questions'))
    expect(sites.pathsOf(search)).toHaveLength(1)
    expect(sites.pathsOf(harbour)).toEqual(['/'])
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    const [row] = await onDatabase(environment, (db) => db.query(`select progress from discoveries`))
    expect(row).toEqual({ progress: null })
  },
)
