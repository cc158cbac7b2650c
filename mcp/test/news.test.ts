import { expect, it } from 'vitest'
import { says } from '../../server/test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../server/test/support/graph/graph-fixture.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { callTool, connectHttp, partsOf } from './support/mcp-clients.ts'

// The news of a watch, as a model is told of them.

const test = await startTestService()
const { call, key, url } = test
const client = await connectHttp(url, { key })

async function watchedGraph(count: number) {
  const graph = await saidGraph(test)
  const body = { name: 'Ships', query: { kinds: ['object'] } }
  await call('POST', `/v1/domains/${graph.id}/watches`, { key, body })
  const ships = Array.from({ length: count }, (_, n) => says('object', `Ship ${1000 + n}`))
  await graph.say({ 'a.example/1': ships })
  return graph.id
}

it('lists the watches, then what is new in one, as data', async () => {
  const domain = await watchedGraph(2)
  const watches = await callTool(client, 'list_news', { domain })
  expect(watches.text).toMatch(/^1 watch:\n/)
  expect(partsOf(watches.text).pages).toMatch(/^Ships, id [0-9a-f-]{36}: 2 new$/m)
  const news = await callTool(client, 'list_news', { domain, watch: 'ships' })
  expect(news.text).toMatch(/^2 changes of the watch, oldest first:\n/)
  const lines = partsOf(news.text).pages.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\S+Z entity\.added Ship 1000 \(object, id [0-9a-f-]{36}\)$/)
})

it('comes in parts, each change once', async () => {
  const domain = await watchedGraph(60)
  const seen: string[] = []
  for (let cursor: string | undefined, calls = 0; calls < 50; calls++) {
    const args = { domain, watch: 'Ships', max_characters: 1500, ...(cursor && { cursor }) }
    const { text, isError } = await callTool(client, 'list_news', args)
    expect(isError, text).toBe(false)
    seen.push(...(partsOf(text).pages.match(/Ship \d+/g) ?? []))
    cursor = /with cursor "(\d+)"/.exec(text)?.[1]
    if (!cursor) break
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => `Ship ${1000 + n}`))
})

it('says what is wrong', async () => {
  const domain = await watchedGraph(1)
  const refusal = async (args: object) => callTool(client, 'list_news', { domain, ...args })
  expect(await refusal({ watch: 'Boats' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('no watch has this name; list_news without `watch` shows them'),
  })
  expect(await refusal({ watch: 'Ships', cursor: 'x' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('cursor must be the cursor that an earlier answer names'),
  })
})
