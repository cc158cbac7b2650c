import { expect, it } from 'vitest'
import { relates, says } from '../../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { newSecret } from '../../platform/secrets.ts'

const test = await startTestService()
const { call, key, clock, url, service, makeProject } = test

async function fedGraph(of: object = { query: { kinds: ['person'] } }) {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const ask = async (method: string, path: string, body?: object) => {
    clock.advance(1000)
    const answer = await call(method, `${base}${path}`, { key, ...(body && { body }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const watch = `/watches/${(await ask('POST', '/watches', { name: 'Crew & <guests>', ...of })).id}`
  const feed: { token: string; atom_url: string; json_url: string } = await ask('POST', `${watch}/feed`)
  const items = async () => JSON.parse(await textOf(feed.json_url)).items
  const titles = async (): Promise<string[]> => (await items()).map(({ title }: { title: string }) => title)
  const idOf = async (name: string) => (await graph.entities()).find(({ doc }) => doc.name === name)?.id as string
  return { ...graph, base, ask, watch, feed, items, titles, idOf }
}

async function textOf(address: string): Promise<string> {
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  return answer.text()
}

const crew = {
  'a.example/1': [
    says('person', 'Ada Berg', { attributes: { role: 'captain' } }),
    says('object', 'Acme Works'),
    relates(['person', 'Ada Berg'], 'works_for', ['object', 'Acme Works']),
  ],
}

it('says what has happened in words, newest first, with links to the console', async () => {
  const graph = await fedGraph()
  await graph.say(crew)
  const ada = await graph.idOf('Ada Berg')
  await graph.ask('PATCH', `/entities/${ada}`, { attributes: { role: 'admiral' } })
  const [first, ...rest] = await graph.items()
  expect(first).toMatchObject({
    title: 'Ada Berg: role changed from captain to admiral',
    url: `${url}/d/${graph.id}/e/${ada}`,
  })
  expect(first.id).toMatch(new RegExp(`^urn:polegraph:${graph.id}:\\d+$`))
  expect(rest.map(({ title }: { title: string }) => title)).toEqual([
    'Ada Berg works for Acme Works: added',
    'Ada Berg: added',
  ])
  const whole = JSON.parse(await textOf(graph.feed.json_url))
  expect([whole.version, whole.title, whole.feed_url]).toEqual([
    'https://jsonfeed.org/version/1.1',
    'Crew & <guests> (graph)',
    graph.feed.json_url,
  ])
})

it('is well-formed Atom, whatever names have in them, and its ids stay', async () => {
  const graph = await fedGraph()
  await graph.ask('POST', '/entities', { kind: 'person', name: `A "B" <script>&amp; ]]> 'x'` })
  const atom = await textOf(graph.feed.atom_url)
  expect(atom).toContain('<title>A &#34;B&#34; &#60;script&#62;&#38;amp; ]]&#62; &#39;x&#39;: added</title>')
  expect(atom).toContain('<title>Crew &#38; &#60;guests&#62; (graph)</title>')
  expect(atom).not.toContain('<script')
  for (const tag of ['feed', 'entry', 'id', 'title', 'updated', 'content', 'author']) {
    expect(atom.split(`<${tag}`).length, tag).toBe(atom.split(`</${tag}>`).length)
  }
  const ids = (text: string) => [...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)
  const before = ids(atom)
  await graph.ask('POST', '/entities', { kind: 'person', name: 'Vera' })
  expect(ids(await textOf(graph.feed.atom_url)).filter((id) => before.includes(id))).toEqual(before)
})

it('never names who is hidden by a deletion, or has lost all evidence, and names them again when they are back', async () => {
  const graph = await fedGraph({ query: { kinds: ['person', 'object'] } })
  await graph.say({ ...crew, 'b.example/1': [says('person', 'Olga Dahl')] })
  await graph.say({ 'c.example/1': [says('person', 'Vera Holm')] })
  const all = async () => (await textOf(graph.feed.atom_url)) + (await textOf(graph.feed.json_url))
  expect(await all()).toMatch(/Olga Dahl[\s\S]*Ada Berg|Ada Berg[\s\S]*Olga Dahl/)
  const { tombstone_id } = await graph.ask('DELETE', `/entities/${await graph.idOf('Ada Berg')}`)
  await graph.silence('b.example/1')
  const left = await all()
  expect(left).not.toMatch(/Ada|Olga/)
  expect(left).toContain('Vera Holm: added')
  expect(left).toContain('Acme Works: added')
  await graph.ask('DELETE', `/tombstones/${tombstone_id}`)
  expect(await graph.titles()).toContain('Ada Berg: added')
})

it('leaves out what a person has deleted between two who are shown', async () => {
  const graph = await fedGraph()
  await graph.say(crew)
  expect(await graph.titles()).toContain('Ada Berg works for Acme Works: added')
  const [tie] = await graph.relationships()
  await graph.ask('DELETE', `/relationships/${tie?.id}`)
  expect(await graph.titles()).toEqual(['Ada Berg works for Acme Works: removed', 'Ada Berg: added'])
})

it('answers 304 until there is news, and is kept by nobody else', async () => {
  const graph = await fedGraph()
  for (const address of [graph.feed.atom_url, graph.feed.json_url]) {
    const first = await fetch(address)
    const etag = first.headers.get('etag') as string
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const again = () => fetch(address, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await graph.ask('POST', '/entities', { kind: 'person', name: `Vera of ${address.split('.').at(-1)}` })
    expect((await again()).status).toBe(200)
  }
  const types = await Promise.all([graph.feed.atom_url, graph.feed.json_url].map((address) => fetch(address)))
  expect(types.map(({ headers }) => headers.get('content-type'))).toEqual([
    'application/atom+xml',
    'application/feed+json',
  ])
})

it('ends when it is revoked or made anew, when its watch is deleted, and while its project is archived', async () => {
  const graph = await fedGraph()
  const statusOf = async (token: string) => {
    const answers = await Promise.all(['atom', 'json'].map((end) => fetch(`${url}/v1/feeds/${token}.${end}`)))
    return answers.map(({ status }) => status)
  }
  const first = graph.feed.token
  expect(await statusOf(first)).toEqual([200, 200])
  const second = (await graph.ask('POST', `${graph.watch}/feed`)).token
  expect([await statusOf(first), await statusOf(second)]).toEqual([
    [404, 404],
    [200, 200],
  ])
  expect((await graph.ask('GET', graph.watch)).has_feed).toBe(true)
  await graph.ask('DELETE', `${graph.watch}/feed`)
  expect([await statusOf(second), (await graph.ask('GET', graph.watch)).has_feed]).toEqual([[404, 404], false])
  const third = (await graph.ask('POST', `${graph.watch}/feed`)).token
  await graph.ask('DELETE', graph.watch)
  expect(await statusOf(third)).toEqual([404, 404])
  // Unknown, mistyped, of another kind, and none at all: all the same.
  for (const token of [newSecret('fed_'), `${third}x`, newSecret('shr_'), 'x']) {
    expect(await statusOf(token)).toEqual([404, 404])
  }
  const rows = await service.db.query('select token_hash from watch_feeds where domain_id = $1', [graph.id])
  expect(rows).toEqual([])
})

it('is not read while its project is archived, and share links do not open it', async () => {
  const { key: own } = await makeProject()
  const { id } = (await call('POST', '/v1/domains', { key: own, body: { name: 'ports' } })).body
  const path = `/v1/domains/${id}`
  const watch = (await call('POST', `${path}/watches`, { key: own, body: { name: 'All', query: { q: 'a' } } })).body
  const { token } = (await call('POST', `${path}/watches/${watch.id}/feed`, { key: own })).body
  const share = (await call('POST', `${path}/share`, { key: own, body: { views: ['graph'] } })).body
  expect((await call('GET', `/v1/feeds/${share.token}.json`)).status).toBe(404)
  expect((await call('GET', `/v1/public/${share.token}/watches`)).status).toBe(404)
  expect((await call('GET', `/v1/public/${token}`)).status).toBe(404)
  expect((await fetch(`${url}/v1/feeds/${token}.json`)).status).toBe(200)
  await call('POST', '/v1/project/archive', { key: own })
  expect((await fetch(`${url}/v1/feeds/${token}.json`)).status).toBe(404)
})
