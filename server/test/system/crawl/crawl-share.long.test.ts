import type { ServerResponse } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../../support/harness.ts'
import { plainPage, type Site, startLocalSites } from '../../support/web/local-site.ts'

// A project whose hosts never answer, beside another.

const hanging = Array.from({ length: 100 }, (_, n) => `hangs-${n}.example`)
const answering = 'answers.example'
const held: ServerResponse[] = []
let givenUp = 0

const hangs: Site = (_request, response) => {
  held.push(response)
  response.once('close', () => givenUp++)
  return 'by hand'
}
const answers: Site = ({ path }) => (path === '/' ? plainPage('what is read') : undefined)
const local = await startLocalSites(new Map([...hanging.map((host) => [host, hangs] as const), [answering, answers]]))
afterAll(() => local.close())
const { call, key, makeProject } = await startTestService({ environment: local.environment })

async function crawl(withKey: string, urls: string[]): Promise<string> {
  const { body } = await call('POST', '/v1/domains', { key: withKey, body: { name: 'shared' } })
  await call('POST', `/v1/domains/${body.id}/sources/bulk`, { key: withKey, body: { urls } })
  return `/v1/domains/${body.id}`
}

it('hosts that hang keep no page of another project waiting', { timeout: 60_000 }, async () => {
  await crawl(
    key,
    hanging.map((host) => `http://${host}/`),
  )
  await expect.poll(() => held.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(32)
  const other = await makeProject()
  const path = await crawl(other.key, [`http://${answering}/`])
  const statuses = async () =>
    (await call('GET', `${path}/pages`, { key: other.key })).body.pages.map(({ status }: { status: string }) => status)
  await expect.poll(statuses, { timeout: 40_000 }).toEqual(['extracted'])
  // None of them had to be given up first.
  expect(givenUp).toBe(0)
})
