import { expect, it } from 'vitest'
import { insertGraph } from '../../server/test/support/graph/graph-rows.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { callTool, connectHttp, partsOf } from './support/mcp-clients.ts'

// A graph that is longer than any answer: it comes in parts, all of it, each thing once.

const { call, key, url, service } = await startTestService()
const client = await connectHttp(url, { key })
const { body } = await call('POST', '/v1/domains', { key, body: { name: 'long' } })
const domain = body.id as string

const count = 60
const nameOf = (n: number) => `Member ${n} of the society`
const members = Array.from({ length: count }, (_, n) => ({ kind: 'person', name: nameOf(n), when: String(1500 + n) }))
const { entities } = await insertGraph(service.db, domain, {
  entities: [{ kind: 'object', name: 'The Society' }, ...members],
})
const [society = '', ...people] = entities
const quote = (n: number) =>
  `${nameOf(n)} belongs to The Society, as the register of that year says. ${'x'.repeat(300)}`
const { relationships } = await insertGraph(service.db, domain, {
  relationships: people.map((from) => ({ from, to: society, type: 'member_of' })),
})
await insertGraph(service.db, domain, {
  claims: [
    ...relationships.map((relationship, n) => ({ relationship, url: `https://a.example/${n}`, quote: quote(n) })),
    ...people.map((entity, n) => ({ entity, url: `https://a.example/${n}`, quote: quote(n) })),
    ...people.map((_, n) => ({ entity: society, url: `https://a.example/${n}`, quote: quote(n) })),
  ],
})
for (let n = 0; n < 40; n++) {
  await service.db.query(
    `insert into sources (domain_id, id, url, host, created_at) values ($1, $2, $3, 'a.example', now())`,
    [
      domain,
      `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      `https://a.example/source/${n}/${'y'.repeat(300)}`,
    ],
  )
}

/** Every part of a long answer, in order. */
async function allParts(tool: string, args: Record<string, unknown>): Promise<string[]> {
  const parts: string[] = []
  for (let cursor: string | undefined; parts.length < 200; ) {
    const { text, isError } = await callTool(client, tool, { domain, ...args, ...(cursor && { cursor }) })
    expect(isError, text).toBe(false)
    parts.push(text)
    cursor = new RegExp(`ore: call ${tool} again with cursor "([^"]+)"\\.$`).exec(text)?.[1]
    if (cursor === undefined) break
  }
  return parts
}

const namesIn = (parts: string[], pattern: RegExp) =>
  parts.flatMap((text) => [...partsOf(text).pages.matchAll(pattern)].map(([, name = '']) => name))

it.each<[string, Record<string, unknown>, RegExp]>([
  ['list_relationships', { entity: society }, /^(Member \d+ of the society) member_of/gm],
  ['list_neighbors', { entity: society }, /^\[person\] (Member \d+ of the society),/gm],
  ['get_timeline', {}, /^\d+ \[person\] (Member \d+ of the society),/gm],
  ['list_evidence', { entity: society }, /^"(Member \d+ of the society) belongs/gm],
])('%s', async (tool, args, pattern) => {
  const parts = await allParts(tool, args)
  expect(parts.length).toBeGreaterThan(2)
  for (const text of parts) expect(text.length).toBeLessThanOrEqual(6000)
  expect(namesIn(parts, pattern).toSorted()).toEqual(members.map(({ name }) => name).toSorted())
})

it('list_sources', async () => {
  const parts = await allParts('list_sources', {})
  expect(namesIn(parts, /^https:\/\/a\.example\/source\/(\d+)\//gm)).toHaveLength(40)
  expect(parts.length).toBeGreaterThan(2)
})

it('search', async () => {
  const parts = await allParts('search', { q: 'member of the society', kind: 'person', limit: 100 })
  const names = namesIn(parts, /^\[person\] (Member \d+ of the society),/gm)
  expect([names.length, new Set(names).size]).toEqual([60, 60])
})

it('says how many are left where it knows', async () => {
  const { text } = await callTool(client, 'list_neighbors', { domain, entity: society })
  const shown = namesIn([text], /^\[person\] (Member \d+)/gm).length
  expect(text).toMatch(/^60 neighbors, nearest first:/)
  expect(text).toContain(`\n${count - shown} more: call list_neighbors again with cursor "${shown}".`)
})

it('is as long as its caller wants', async () => {
  const short = await callTool(client, 'list_evidence', { domain, entity: society, max_characters: 1000 })
  const long = await callTool(client, 'list_evidence', { domain, entity: society, limit: 100, max_characters: 50_000 })
  expect(short.text.length).toBeLessThanOrEqual(1000)
  expect(long.text.length).toBeLessThanOrEqual(50_000)
  expect(namesIn([long.text], /^"(Member \d+)/gm).length).toBeGreaterThan(40)
})

it('one thing that is longer than the answer is cut, and says so', async () => {
  const attributes = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`key_${n}`, 'v'.repeat(290)]))
  const { entities: made } = await insertGraph(service.db, domain, {
    entities: [
      {
        kind: 'person',
        name: 'Long',
        aliases: Array.from({ length: 40 }, (_, n) => `Long ${n}`),
        summary: 's'.repeat(2000),
        attributes,
      },
    ],
  })
  const parts = await allParts('get_entity', { entity: made[0] })
  expect(namesIn(parts, /^attributes\.(key_\d+): v/gm)).toHaveLength(120)
  for (const text of parts) expect(text.length).toBeLessThanOrEqual(6000)
})
