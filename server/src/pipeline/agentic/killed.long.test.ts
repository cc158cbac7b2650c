import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { callService, copyDatabase } from '../../../test/support/harness.ts'
import { answerMembers, listPage, memberRow, members, memberTable } from '../../../test/support/model/list-model.ts'
import { type Answer, startModelServer } from '../../../test/support/model/model-server.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'
import { type SpawnedService, spawnService } from '../../../test/support/spawn-service.ts'
import { plainPage, startLocalSites } from '../../../test/support/web/local-site.ts'
import { createLog } from '../../platform/log.ts'
import { readConfig } from '../../settings/config.ts'
import { openDatabase } from '../../settings/open-database.ts'

// The whole program, killed while a model is reading: the next process reads the page, and the possible cost of the
// call stays in the budget.

const { key } = inject('template')

const simplePage = plainPage('Ada Berg works for the Harbour Society.')

/** A service whose model is asked about a page, and does not answer its last question. */
async function startReading(page = simplePage, answer: Answer = () => 'hang', calls = 1) {
  const copy = await copyDatabase()
  onTestFinished(copy.remove)
  const sites = await startLocalSites(new Map([['harbour.example', ({ path }) => (path === '/' ? page : undefined)]]))
  onTestFinished(() => sites.close())
  const model = await startModelServer({ answer })
  onTestFinished(() => model.close())
  const environment = {
    ...copy.environment,
    ...sites.environment,
    CRAWL_DELAY_MS: '0',
    MODEL: 'openai-compatible:simple',
    MODEL_BASE_URL: model.url,
    MODEL_PRICE: '1,2',
  }
  const service = await spawnService(environment)
  onTestFinished(() => void service.child.kill('SIGKILL'))
  const domain = (await ask(service, 'POST', '/v1/domains', { name: 'harbour' })).id
  await ask(service, 'POST', `/v1/domains/${domain}/sources`, { url: 'http://harbour.example/' })
  await expect.poll(() => model.calls.length).toBe(calls)
  return { service, model, environment, domain }
}

const ask = async ({ url }: SpawnedService, method: string, path: string, body?: object) =>
  (await callService(url, method, path, { key, ...(body && { body }) })).body

const pageOf = async (service: SpawnedService, domain: string) =>
  (await ask(service, 'GET', `/v1/domains/${domain}/pages`)).pages?.[0]

async function reservations(environment: Record<string, string>) {
  const log = createLog({ level: 'silent' })
  const db = await openDatabase({ config: readConfig(environment), clock: { now: () => new Date() }, log })
  const rows = await db.query<{ amount_usd: number }>('select amount_usd from budget_reservations')
  await db.close()
  return rows
}

describe('a process that ends while a model reads', () => {
  it('killed: the next one reads the page, and the reservation stays until it is given up', async () => {
    const { service, model, environment, domain } = await startReading()
    service.child.kill('SIGKILL')
    await service.ended
    expect(await reservations(environment)).toHaveLength(1)
    model.answer = answerSimply
    const next = await spawnService(environment)
    onTestFinished(() => void next.child.kill('SIGKILL'))
    await expect
      .poll(() => pageOf(next, domain), { timeout: 30_000 })
      .toMatchObject({
        status: 'extracted',
        last_mode: 'agentic',
      })
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    expect(await reservations(environment)).toHaveLength(1)
  })

  it('killed between the two calls for a list: the next one reads all of it', async () => {
    const all = members(60)
    const rest = all.at(-1)?.name ?? ''
    // No rule tells who has a role, so the rest of the list is asked for.
    const uneven = (received: Parameters<typeof answerMembers>[0]) => {
      const given = answerMembers(received)
      return { ...given, text: given.text.replaceAll('"role":"treasurer"', '"role":null') }
    }
    const page = { body: listPage(memberTable(all.map(memberRow))) }
    const answer: Answer = (received) => (received.user.includes(rest) ? 'hang' : uneven(received))
    const { service, model, environment, domain } = await startReading(page, answer, 2)
    service.child.kill('SIGKILL')
    await service.ended
    expect(await reservations(environment)).toHaveLength(1)
    model.answer = uneven
    const next = await spawnService(environment)
    onTestFinished(() => void next.child.kill('SIGKILL'))
    await expect
      .poll(() => pageOf(next, domain), { timeout: 30_000 })
      .toMatchObject({ status: 'extracted', last_mode: 'agentic' })
    const { entities } = await ask(next, 'GET', `/v1/domains/${domain}/entities?kind=person&limit=100`)
    const names = entities.map(({ name }: { name: string }) => name)
    expect(names.toSorted()).toEqual(all.map(({ name }) => name).toSorted())
  })

  it('stopped: it ends in time, and hands the page back', async () => {
    const { service, model, environment, domain } = await startReading()
    const from = performance.now()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(performance.now() - from).toBeLessThan(10_000)
    expect(await reservations(environment)).toHaveLength(0)
    model.answer = answerSimply
    const next = await spawnService(environment)
    onTestFinished(() => void next.child.kill('SIGKILL'))
    await expect.poll(() => pageOf(next, domain)).toMatchObject({ status: 'extracted', last_mode: 'agentic' })
  })
})
