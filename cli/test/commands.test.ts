import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { relates, says } from '../../server/test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../server/test/support/graph/graph-fixture.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { commandLine } from './support/command-line.ts'

// Commands against a service: what they do there, and what they show.

const test = await startTestService()
const { url, key, call } = test
const { run } = commandLine({ POLEGRAPH_URL: url, POLEGRAPH_KEY: key })
const folder = mkdtempSync(join(tmpdir(), 'polegraph-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const graph = await saidGraph(test)
await graph.say({
  'harbour.example/berg': [
    says('person', 'Ada Berg', { attributes: { email: 'ada@harbour.example', job_title: 'captain' } }),
    says('object', 'Harbour Society'),
    {
      ...relates(['person', 'Ada Berg'], 'works_for', ['object', 'Harbour Society'], { since: '1998' }),
      origin: 'text',
    },
  ],
  'riga.example/port': [
    says('location', 'Riga'),
    relates(['object', 'Harbour Society'], 'based_in', ['location', 'Riga']),
    says('person', 'Riga'),
  ],
})

describe('domains', () => {
  it('are made, listed, shown and deleted', async () => {
    const made = await run([
      'domains',
      'create',
      'Baltic ports',
      '--max-pages',
      '7',
      '--description',
      'Ports',
      '--json',
    ])
    expect(made).toMatchObject({ code: 0, json: { name: 'Baltic ports' } })
    const { out } = await run(['domains'])
    expect(out).toMatch(/^NAME +ENTITIES +PAGES +STATE/)
    expect(out).toMatch(new RegExp(`^Baltic ports +0 +0 +idle .*${made.json.id}$`, 'm'))
    const { domains } = (await run(['domains', '--json'])).json
    expect(domains.map(({ name }: { name: string }) => name)).toEqual(['Baltic ports', 'graph'])
    expect((await run(['domains', 'show', 'baltic'])).out).toMatch(/Most pages +7\n/)
    const attributes = '[{"key": "draught", "description": "In metres"}]'
    const fields = [
      ...['--max-pages', '9', '--max-depth', '1', '--max-spend-usd', '2.5', '--description', 'Quays'],
      ...['--ontology', 'person, quay', '--attributes', attributes, '--readers-may-spend', 'yes'],
    ]
    expect(await run(['domains', 'set', 'baltic', ...fields])).toMatchObject({ code: 0 })
    expect((await call('GET', `/v1/domains/${made.json.id}`, { key })).body).toMatchObject({
      ...{ max_pages: 9, max_depth: 1, max_spend_usd: 2.5, description: 'Quays', ontology: ['person', 'quay'] },
      ...{ attributes: [{ key: 'draught', description: 'In metres' }], readers_may_spend: true },
    })
    expect((await run(['domains', 'set', 'baltic', '--no-spend-cap', '--json'])).json).toEqual({ ok: true })
    expect((await call('GET', `/v1/domains/${made.json.id}`, { key })).body).toMatchObject({ max_spend_usd: null })
    expect(await run(['domains', 'set', 'baltic'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/say what to/),
    })
    expect((await run(['domains', 'set', 'baltic', '--attributes', '['])).err).toMatch(/--attributes is no JSON/)
    const refused = await run(['domains', 'delete', 'Baltic ports', '--confirm', 'Baltic'])
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('nothing was deleted') })
    const deleted = await run(['domains', 'delete', 'Baltic ports', '--confirm', 'Baltic ports'])
    expect(deleted).toMatchObject({ code: 0, out: 'Deleted the domain Baltic ports.\n' })
    expect((await call('GET', `/v1/domains/${made.json.id}`, { key })).status).toBe(404)
  })

  it('are found by id, name, or a part of the name that only one has', async () => {
    for (const name of ['North ports', 'North lights']) await run(['domains', 'create', name])
    expect(await run(['sources', 'NORTH  Lights'])).toMatchObject({ code: 0 })
    const several = await run(['sources', 'north'])
    expect(several.code).toBe(2)
    expect(several.err).toMatch(
      /"north" may be more than one domain: "North lights" \(.{36}\), "North ports" \(.{36}\);/,
    )
    const none = await run(['sources', 'south'])
    expect(none).toMatchObject({
      code: 4,
      err: expect.stringContaining('no domain is called "south"; there is "North'),
    })
    expect(await run(['sources', ' '])).toMatchObject({ code: 2, err: 'polegraph: the name of the domain is empty\n' })
    const away = await run(['sources', '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'])
    expect(away).toMatchObject({ code: 4, err: 'polegraph: domain not found\n' })
  })

  it('of the same name are told apart by their ids, and whoever makes the second is told', async () => {
    await run(['domains', 'create', 'Twins'])
    const { out } = await run(['domains', 'create', 'twins'])
    expect(out).toMatch(
      /^Another domain has this name: in commands, call each by its id\.\n.+ polegraph crawl \S{36} /m,
    )
    expect((await run(['sources', 'twi'])).err).toMatch(/may be more than one domain: .+\); give the id\n$/)
  })
})

describe('keys', () => {
  it('are made, listed, rotated and revoked', async () => {
    const made = (await run(['keys', 'create', 'dashboard', '--scope', 'read', '--json'])).json
    expect(made).toEqual({ id: expect.any(String), key: expect.stringMatching(/^svc_/), scope: 'read' })
    expect((await run(['whoami', '--key', made.key])).out).toMatch(/Role +viewer\n/)
    expect((await run(['keys'])).out).toMatch(/^dashboard +read +active /m)
    const rotated = await run(['keys', 'rotate', 'dashboard'])
    expect(rotated.out).toMatch(/^Key +svc_\w+\n/)
    expect(await run(['whoami', '--key', made.key])).toMatchObject({ code: 3 })
    // A part of a name, or nothing at all, is no key that somebody wants to lose.
    expect(await run(['keys', 'revoke', 'dash'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('"dashboard"'),
    })
    expect(await run(['keys', 'revoke', ''])).toMatchObject({
      code: 2,
      err: 'polegraph: the name of the key is empty\n',
    })
    expect(await run(['keys', 'revoke', 'dashboard'])).toMatchObject({ code: 0 })
    expect((await run(['keys'])).out).toMatch(/^dashboard +read +revoked /m)
    expect(await run(['keys', 'revoke', 'dashboard'])).toMatchObject({ code: 4 })
  })

  it('that may only read say so when they should write', async () => {
    const made = (await run(['keys', 'create', 'reader', '--scope', 'read', '--json'])).json
    const refused = await run(['domains', 'create', 'x', '--key', made.key])
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('read-only access: this key may only read') })
  })
})

describe('the graph', () => {
  it('is searched', async () => {
    const { code, out } = await run(['search', 'graph', 'ada', 'bergg'])
    expect(code).toBe(0)
    expect(out).toMatch(/^NAME +KIND +SUMMARY/)
    expect(out).toMatch(/^Ada Berg +person +captain +1 +1$/m)
    expect((await run(['search', 'graph', 'ada', '--kind', 'person', '--json'])).json.entities).toHaveLength(1)
    expect(await run(['search', 'graph', 'zzzzqqq'])).toMatchObject({ code: 4, out: 'Nothing was found.\n' })
  })

  it('shows an entity with its relationships and quotes', async () => {
    const { code, out } = await run(['entity', 'graph', 'ada', 'berg'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Ada Berg \(person\)\n/)
    expect(out).toMatch(/^job_title +captain$/m)
    expect(out).toMatch(/^→ works_for Harbour Society object \(1998–\)$/m)
    expect(out).toMatch(/^“Ada Berg.*”\n {2}https:\/\/harbour\.example\/berg$/m)
    const quotes = (await run(['entity', 'graph', 'ada', 'berg', '--quotes', '50'])).out.match(/^“.*”\n.+$/gm)
    expect(quotes).toEqual([...new Set(quotes)])
    const { json } = await run(['entity', 'graph', 'ada', 'berg', '--quotes', '0', '--json'])
    expect(json).toMatchObject({ entity: { name: 'Ada Berg' }, relationships: [{ type: 'works_for' }], evidence: [] })
  })

  it('lists the candidates where a name is that of several', async () => {
    const { code, err } = await run(['entity', 'graph', 'riga'])
    expect(code).toBe(2)
    expect(err).toMatch(
      /more than one entity: "Riga" \((?:person|location), .{36}\), "Riga" \((?:person|location), .{36}\)/,
    )
    expect((await run(['entity', 'graph', 'riga', '--kind', 'location'])).out).toMatch(/^Riga \(location\)/)
    expect(await run(['entity', 'graph', 'nobody at all'])).toMatchObject({ code: 4 })
  })

  it('shows the way between two', async () => {
    const { json } = await run(['search', 'graph', 'riga', '--kind', 'location', '--json'])
    const { out } = await run(['path', 'graph', 'Ada Berg', json.entities[0].id])
    expect(out).toBe('Ada Berg —works_for→ Harbour Society —based_in→ Riga\n')
    const back = await run(['path', 'graph', json.entities[0].id, 'Ada Berg'])
    expect(back.out).toBe('Riga ←based_in— Harbour Society ←works_for— Ada Berg\n')
    const short = await run(['path', 'graph', 'Ada Berg', json.entities[0].id, '--max-depth', '1'])
    expect(short).toMatchObject({ code: 4, out: 'No way was found from Ada Berg to Riga.\n' })
  })

  it('answers questions with quotes, or says that it cannot', async () => {
    const { code, out } = await run(['ask', 'graph', 'Where does', 'Ada Berg work?'])
    expect(code).toBe(0)
    expect(out).toMatch(/^\[1\] “.*Ada Berg.*”\n {2}https:\/\/harbour\.example\/berg$/m)
    const none = await run(['ask', 'graph', 'Who is zzzzqqq?'])
    expect(none).toMatchObject({ code: 4, out: 'The graph has nothing to say about that.\n' })
  })

  it('is corrected by hand', async () => {
    const { out } = await run([
      'entity',
      'set',
      'graph',
      'Ada Berg',
      '--attribute',
      'role=admiral',
      '--reason',
      'promoted',
    ])
    expect(out).toMatch(/^role +admiral$/m)
    expect(out).toMatch(/^Set by people +attributes\.role$/m)
    expect(await run(['entity', 'set', 'graph', 'Ada Berg'])).toMatchObject({ code: 2 })
    expect(await run(['entity', 'set', 'graph', 'Ada Berg', '--attribute', 'x'])).toMatchObject({ code: 2 })
  })

  it.each(['jsonld', 'turtle', 'graphml', 'csv', 'cypher', 'ndjson'])('is exported as %s', async (format) => {
    const { code, out } = await run(['export', 'graph', '--format', format])
    expect(code).toBe(0)
    expect(out).toContain('Harbour Society')
  })

  it('is exported to a file, in the format of its name', async () => {
    const file = join(folder, 'graph.ttl')
    const { code, out, err } = await run(['export', 'graph', '--output', file])
    expect([code, out]).toEqual([0, ''])
    const text = readFileSync(file, 'utf8')
    expect(err).toBe(`${file}: ${Buffer.byteLength(text).toLocaleString('en')} bytes of turtle\n`)
    expect(text).toContain('@prefix')
    expect(readdirSync(folder)).toEqual(['graph.ttl'])
    expect(await run(['export', 'graph', '--output', join(folder, 'graph')])).toMatchObject({ code: 2 })
    for (const [name, format] of [
      ['graph.entities.csv', 'entities.csv'],
      ['relationships.csv', 'relationships.csv'],
      ['graph.ftm.json', 'ftm'],
      ['graph.csv', 'csv'],
      ['graph.xlsx', 'xlsx'],
    ] as const) {
      expect((await run(['export', 'graph', '--output', join(folder, name)])).err).toMatch(`bytes of ${format}\n`)
    }
    expect(readFileSync(join(folder, 'graph.xlsx')).subarray(0, 2).toString()).toBe('PK')
  })

  it('is exported by the filters of the list', async () => {
    const names = async (...filters: string[]) => {
      const { code, out } = await run(['export', 'graph', '--format', 'ndjson', ...filters])
      expect(code).toBe(0)
      const lines = out.split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line).entity?.name).filter(Boolean)
    }
    expect(await names('--q', 'harbour society', '--kind', 'object')).toEqual(['Harbour Society'])
    expect(await names('--q', 'harbour society', '--kind', 'person', '--min-confidence', '0.1')).toEqual([])
    expect(await names('--attr', 'role=nobody', '--has', 'when', '--from', '1900', '--to', '1901')).toEqual([])
    const refused = async (...filters: string[]) =>
      (await run(['export', 'graph', '--format', 'ndjson', ...filters])).err
    expect(await refused('--attr', 'role')).toContain('--attr needs a key and a value')
    expect(await refused('--certainty', 'maybe')).toContain('--certainty must be one or more of said, reported, denied')
    expect(await refused('--kind', 'Person')).toContain('kind must be at most 50 words')
    expect(await refused('--bom')).toContain('bom is for csv')
  })
})

describe('sources', () => {
  it('are added, listed and removed', async () => {
    const { id } = (await run(['domains', 'create', 'With sources', '--json'])).json
    await call('POST', `/v1/domains/${id}/runs/pause`, { key })
    const added = await run(['sources', 'add', 'With sources', 'https://example.org/a', 'https://example.org/b'])
    expect(added).toMatchObject({
      code: 0,
      out: 'https://example.org/a: 1 page queued\nhttps://example.org/b: 1 page queued\n',
    })
    expect((await run(['sources', 'With sources'])).out).toMatch(/^https:\/\/example\.org\/a +/m)
    expect(await run(['sources', 'remove', 'With sources', 'https://example.org/a'])).toMatchObject({ code: 0 })
    const { sources } = (await run(['sources', 'With sources', '--json'])).json
    expect(sources.map((source: { url: string }) => source.url)).toEqual(['https://example.org/b'])
    expect(await run(['sources', 'remove', 'With sources', 'https://example.org/a'])).toMatchObject({ code: 4 })
    expect(await run(['sources', 'add', 'With sources', 'nonsense'])).toMatchObject({
      code: 2,
      err: 'polegraph: "nonsense" is no address of a page; it begins with https://\n',
    })
    const bare = await run(['crawl', 'With sources', 'https://example.org/c', 'example.org/d'])
    expect(bare).toMatchObject({
      code: 2,
      err: expect.stringMatching(/"example\.org\/d" .+; write https:\/\/example\.org\/d\n/),
    })
    expect((await run(['sources', 'With sources', '--json'])).json.sources).toHaveLength(1)
    expect((await run(['pages', 'With sources'])).out).toMatch(/^https:\/\/example\.org\/\w +queued/m)
  })
})

describe('watches', () => {
  it('are made of a search or of entities, tell what is new once, have a feed and are removed', async () => {
    const made = await run(['watches', 'add', 'graph', 'People', '--kind', 'person', '--min-confidence', '0.1'])
    expect(made.out).toMatch(/^Watches person, at least 0\.1 sure as People: /)
    expect(await run(['watches', 'add', 'graph', 'Ada', '--entity', 'Ada Berg, Harbour Society'])).toMatchObject({
      code: 0,
    })
    expect(await run(['watches', 'news', 'graph', 'People'])).toMatchObject({ out: 'Nothing is new in People.\n' })
    const { id } = (await run(['entity', 'graph', 'Ada', 'Berg', '--id', '--json'])).json
    const summary = 'Steers.'
    await call('PATCH', `/v1/domains/${graph.id}/entities/${id}`, { key, body: { summary } })
    const listed = (await run(['watches', 'graph'])).out
    expect(listed).toMatch(/^Ada +2 entities +1 +no /m)
    expect(listed).toMatch(/^People +person, at least 0\.1 sure +1 +no /m)
    const news = await run(['watches', 'news', 'graph', 'people', '--seen'])
    expect(news.out).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}entity\.changed {2}Ada Berg \(person\); summary: none → Steers\.\n$/,
    )
    expect((await run(['watches', 'news', 'graph', 'People'])).out).toBe('Nothing is new in People.\n')
    expect((await run(['watches', 'news', 'graph', 'People', '--since', '0', '--json'])).out.split('\n')[0]).toMatch(
      /^\{"id":/,
    )
    const feed = (await run(['watches', 'feed', 'graph', 'People', '--json'])).json
    expect((await fetch(feed.atom_url)).status).toBe(200)
    expect((await run(['watches', 'feed', 'graph', 'People', '--end'])).out).toBe('The feed of People has ended.\n')
    expect((await fetch(feed.json_url)).status).toBe(404)
    expect(await run(['watches', 'remove', 'graph', 'Peop'])).toMatchObject({ code: 4 })
    expect((await run(['watches', 'remove', 'graph', 'People'])).out).toBe('Removed the watch People.\n')
    const neither = await run(['watches', 'add', 'graph', 'Nothing'])
    expect(neither).toMatchObject({ code: 2, err: expect.stringContaining('either --entity, or a search') })
    const unsure = await run(['watches', 'add', 'graph', 'Sure', '--min-confidence', 'very'])
    expect(unsure).toMatchObject({ code: 2, err: expect.stringContaining('--min-confidence must be a number') })
  })
})

it('a domain without anything says so, and not with the head of a table', async () => {
  await run(['domains', 'create', 'Bare'])
  const whenNoSource = 'Bare has no source yet. Give it a page to begin with: polegraph crawl Bare https://…\n'
  for (const [argv, out] of [
    [['sources', 'Bare'], whenNoSource],
    [['crawl', 'Bare'], whenNoSource],
    [['pages', 'Bare'], 'Bare has no page yet.\n'],
    [['pages', 'Bare', '--status', 'failed'], 'Bare has no page that is failed.\n'],
    [['webhooks', 'Bare'], 'Bare has no webhook.\n'],
    [['watches', 'Bare'], 'Bare has no watch.\n'],
  ] as const) {
    expect(await run(argv)).toMatchObject({ code: 0, out })
  }
})

describe('the domain of `use`', () => {
  it('is what a dot stands for', async () => {
    expect(await run(['sources', '.'])).toMatchObject({ code: 2, err: expect.stringContaining('polegraph use') })
    expect((await run(['use', 'graph'])).out).toContain('stands for graph')
    expect((await run(['search', '.', 'ada', 'berg', '--json'])).json.entities[0].name).toBe('Ada Berg')
    expect((await run(['use', '--json'])).json.domain.name).toBe('graph')
  })
})

it('the status needs no key', async () => {
  const bare = commandLine({ POLEGRAPH_URL: url })
  expect((await bare.run(['status'])).out).toMatch(/Version +0\.1\.0\nDatabase +(embedded|postgresql)\n/)
  expect((await bare.run(['status', '--json'])).json.status).toBe('ok')
})
