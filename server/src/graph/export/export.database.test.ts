import { type ExportFormat, exportFormats, exportTypes } from '@polegraph/contract/graph/export.ts'
import { Parser } from 'n3'
import { describe, expect, it } from 'vitest'
import { relates, sayingPages, says } from '../../../test/support/graph/claims-fixture.ts'
import { changeGraph, entityDoc, insertGraph } from '../../../test/support/graph/graph-rows.ts'
import { readParquet, readWorkbook } from '../../../test/support/graph/read-tables.ts'
import { makePlace } from '../../../test/support/graph/world.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { newId } from '../../platform/ids.ts'
import { exportGraph } from './export.ts'

const { call, key, service, clock, url } = await startTestService()
const { db } = service

async function makeDomain(name: string): Promise<string> {
  return (await call('POST', '/v1/domains', { key, body: { name } })).body.id
}
/** What a reader of the format finds in a file, as one text. */
async function read(domainId: string, query: string): Promise<string> {
  const response = await fetch(`${url}/v1/domains/${domainId}/export?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(response.status).toBe(200)
  const file = await response.arrayBuffer()
  const format = new URLSearchParams(query).get('format')
  if (format === 'parquet') return (await readParquet(file)).map((row) => JSON.stringify(row)).join('\n')
  if (format === 'xlsx')
    return (await readWorkbook(file)).flatMap(({ rows }) => rows.map((row) => JSON.stringify(row))).join('\n')
  return Buffer.from(file).toString()
}
const get = (domainId: string, query: string) => call('GET', `/v1/domains/${domainId}/export?${query}`, { key })

type Line = {
  entity?: { id: string; name: string }
  relationship?: { id: string; from: { id: string }; to: { id: string } }
}
const readLines = (text: string): Line[] =>
  text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))

const bothEnds = { csv: 2, 'relationships.csv': 2, xlsx: 2, parquet: 2, ndjson: 2 }

describe('an export', () => {
  it.each(exportFormats)('is a file: %s', async (format) => {
    const id = await makeDomain(format)
    const before = clock.now()
    const empty = await read(id, `format=${format}`)
    const entities = Array.from({ length: 3 }, (_, n) => ({
      ...{ id: newId(), kind: 'person', name: `"Ünal" <${n}>\u0001`, when: '1815' },
      where: { lat: 1, lon: 2, precision: 'city' as const, country: 'DE', place_id: null },
    }))
    const [{ id: from }] = entities as [(typeof entities)[0]]
    await insertGraph(db, id, { entities, relationships: [{ from, to: from, type: 'knows' }] })
    const { headers } = await get(id, `format=${format}`)
    const body = await read(id, `format=${format}`)
    expect(headers.get('content-type')).toBe(exportTypes[format])
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="polegraph-${id}-${before.getUTCFullYear()}\\d{4}T\\d{6}Z\\.[a-z.]+"$`),
    )
    expect([headers.get('content-length'), headers.get('etag')]).toEqual([null, null])
    expect(body.length).toBeGreaterThan(empty.length)
    // Tables name both ends of a relationship.
    const ends = { ...bothEnds, 'entities.csv': 0 }[format as keyof typeof bothEnds] ?? 0
    expect(body.match(/Ünal/g)).toHaveLength((format === 'relationships.csv' ? 0 : 3) + ends)
  })

  it('needs a format, and one that there is', async () => {
    const place = await makePlace(db)
    for (const query of ['', 'format=xml', 'format=csv&limit=1', 'format=csv&as_of=yesterday', 'format=xlsx&bom=1']) {
      const { status, body } = await call('GET', `/v1/domains/${place.domain.id}/export?${query}`, {
        key: place.key.secret,
      })
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    }
  })

  it('has what the API answers', async () => {
    const { domain, key: own } = await makePlace(db)
    const ask = async (rest: string) => (await call('GET', `/v1/domains/${domain.id}${rest}`, { key: own.secret })).body
    const { entities } = await ask('/entities')
    const { relationships } = await ask('/relationships')
    const lines = readLines(await ask('/export?format=ndjson'))
    expect(lines).toHaveLength(3)
    expect(lines.flatMap(({ entity }) => entity ?? []).toSorted(byName)).toEqual(entities.toSorted(byName))
    expect(lines.flatMap(({ relationship }) => relationship ?? [])).toEqual(relationships)
    expect(new Parser().parse(await ask('/export?format=turtle')).length).toBeGreaterThan(20)
  })

  /** The certainties that a file tells; formats without relationships tell none. */
  const signs: Partial<Record<ExportFormat, RegExp>> = {
    jsonld: /"pg:certainty":"(\w+)"/g,
    turtle: /pg:certainty "(\w+)"/g,
    graphml: /<data key="edge_certainty">(\w+)</g,
    gexf: /<attvalue for="certainty" value="(\w+)"/g,
    csv: /^relationship,.*,(said|reported|denied),/gm,
    'relationships.csv': /,(said|reported|denied),/gm,
    xlsx: /"(said|reported|denied)"/g,
    parquet: /"certainty":"(\w+)"/g,
    cypher: /`certainty`: '(\w+)'/g,
    ndjson: /"certainty":"(\w+)"/g,
    // What is said plainly goes without saying.
    ftm: /"schema":"Employment"(?:.*certainty: (\w+))?/g,
  }
  const withRelationships = exportFormats.filter((format) => signs[format])

  it.each(withRelationships)(
    'tells what is only reported, and what is denied when it is asked for: %s',
    async (format) => {
      const id = await makeDomain(`certainty of ${format}`)
      const pages = sayingPages(db, id)
      const ada: [string, string] = ['person', 'Ada Lovelace']
      const charles: [string, string] = ['object', 'Babbage & Sons']
      const knows = (certainty?: 'reported' | 'denied') =>
        relates(ada, 'works_for', charles, { ...(certainty && { certainty }), said_as: 'toils_for' })
      const both = [says(...ada), says(...charles)]
      await pages.say({
        'a.example/1': [...both, knows()],
        'b.example/1': [...both, knows('reported')],
        'c.example/1': [...both, knows('denied')],
      })
      const certainties = async (query: string) => {
        const body = await read(id, `format=${format}${query}`)
        // The direct statement, of schema.org or of our own, is for what is said plainly.
        if (format === 'turtle')
          expect(body.match(/schema:worksFor/g) ?? []).toHaveLength(query.includes('denied') ? 0 : 1)
        expect(body).toContain('toils_for')
        return [...body.matchAll(signs[format] as RegExp)].map(([, certainty]) => certainty ?? 'said').sort()
      }
      expect(await certainties('')).toEqual(['reported', 'said'])
      expect(await certainties('&certainty=denied')).toEqual(['denied'])
      const now = clock.now().toISOString()
      clock.advance(1000)
      expect(await certainties(`&as_of=${now}`)).toEqual(['reported', 'said'])
      expect(await certainties(`&as_of=${now}&certainty=denied,reported`)).toEqual(['denied', 'reported'])
    },
  )

  const sums: Partial<Record<ExportFormat, number>> = { 'entities.csv': 2, 'relationships.csv': 1 }
  const ofAll = exportFormats.filter((format) => format !== 'geojson' && format !== 'ics')

  it.each(ofAll)('has the pages behind each fact when they are asked for: %s', async (format) => {
    const id = await makeDomain(`sources of ${format}`)
    const pages = sayingPages(db, id)
    const ada: [string, string] = ['person', 'Ada Lovelace']
    const charles: [string, string] = ['person', 'Charles Babbage']
    await pages.say({
      'a.example/1': [says(...ada), says(...charles), relates(ada, 'knows', charles)],
      'b.example/2': [says(...ada)],
      'c.example/3': [says(...charles)],
    })
    const urls = ['https://a.example/1', 'https://b.example/2', 'https://c.example/3']
    const [plain, full] = [await read(id, `format=${format}`), await read(id, `format=${format}&provenance=1`)]
    const counts = (text: string) => urls.map((url) => text.split(url).length - 1)
    expect(counts(plain)).toEqual([0, 0, 0])
    // Both people and their relationship stand on the first page.
    const [people, both] = [{ 'relationships.csv': 0 }[format as 'relationships.csv'] ?? 1, sums[format] ?? 3]
    expect(counts(full)).toEqual([both, people, people])
    const then = clock.now().toISOString()
    clock.advance(60_000)
    await pages.silence('a.example/1')
    expect(counts(await read(id, `format=${format}&provenance=true`))).toEqual([0, people, people])
    expect(counts(await read(id, `format=${format}&provenance=1&as_of=${then}`))).toEqual([both, people, people])
    expect((await get(id, `format=${format}&provenance=yes`)).body.error).toBe('provenance must be 1 or 0')
  })

  it('has all of a graph that is read in many parts, each once', async () => {
    const id = await makeDomain('many')
    const entities = Array.from({ length: 1_203 }, (_, n) => ({ id: newId(), kind: 'person', name: `Person ${n}` }))
    const relationships = entities.slice(1, 1_001).map(({ id: to }, n) => ({
      id: newId(),
      from: entities[n]?.id as string,
      to,
      type: 'knows',
    }))
    await insertGraph(db, id, { entities, relationships })
    const lines = readLines((await get(id, 'format=ndjson')).body)
    expect(lines.flatMap(({ entity }) => entity?.id ?? [])).toEqual(entities.map((one) => one.id).sort())
    expect(lines.flatMap(({ relationship }) => relationship?.id ?? [])).toEqual(
      relationships.map((one) => one.id).sort(),
    )
  })

  it('HEAD reads nothing', async () => {
    const { domain, key: own } = await makePlace(db)
    await db.query('alter table graph_changes rename to mislaid')
    const path = `/v1/domains/${domain.id}/export?format=csv`
    const headers = { authorization: `Bearer ${own.secret}` }
    const head = await fetch(url + path, { method: 'HEAD', headers })
    // A failure before the first byte is an ordinary error answer.
    const failed = await call('GET', path, { key: own.secret })
    await db.query('alter table mislaid rename to graph_changes')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, exportTypes.csv])
    expect([failed.status, failed.body.code]).toEqual([500, 'internal'])
  })
})

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

describe('the graph of one moment', () => {
  it('is what is exported, whatever changes meanwhile', async () => {
    const id = await makeDomain('moving')
    const entities = Array.from({ length: 600 }, (_, n) => ({ id: newId(), kind: 'person', name: `Person ${n}` }))
    const [first, last] = [entities[0]?.id as string, entities[599]?.id as string]
    const knows = newId()
    await insertGraph(db, id, { entities, relationships: [{ id: knows, from: first, to: last, type: 'knows' }] })
    const [row] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [id])
    const graph_seq = row?.graph_seq as number
    const domain = {
      id,
      project_id: newId(),
      archived: false,
      graph_seq,
      history_since: null,
      history_seq: 0,
      readers_may_spend: true,
    }
    const file = exportGraph(db, async () => [], domain, { format: 'ndjson', now: clock.now() })
    let text = ''
    for await (const chunk of file.chunks) {
      if (text === '') {
        // A change with a time before the export's: another transaction commits it now.
        const at = new Date(clock.now().getTime() - 1000)
        const doc = entityDoc({ kind: 'person', name: 'Another' })
        await changeGraph(db, id, { type: 'entity', id: last, change: 'merged', doc: { merged_into: first }, at })
        await changeGraph(db, id, { type: 'entity', id: entities[598]?.id as string, change: 'changed', doc, at })
        await changeGraph(db, id, { type: 'relationship', id: knows, change: 'left', doc: null, at })
        const late = newId()
        await insertGraph(db, id, {
          entities: [{ id: late, kind: 'person', name: 'Late', at }],
          relationships: [{ from: entities[1]?.id as string, to: late, type: 'knows', at }],
        })
      }
      text += chunk
    }
    const lines = readLines(text)
    const names = lines.flatMap(({ entity }) => entity?.name ?? [])
    expect(names.toSorted()).toEqual(entities.map(({ name }) => name).sort())
    const ends = lines.flatMap(({ relationship }) => (relationship ? [relationship.from.id, relationship.to.id] : []))
    expect(ends).toEqual([first, last])
  })

  it('can be an earlier one', async () => {
    const id = await makeDomain('told')
    const pages = sayingPages(db, id)
    const ada: [string, string] = ['person', 'Ada Lovelace']
    const charles: [string, string] = ['person', 'Charles Babbage']
    await pages.say({ 'a.example/1': [says(...ada), says(...charles), relates(ada, 'knows', charles)] })
    const answers: Record<string, string> = {}
    for (const format of exportFormats) answers[format] = await read(id, `format=${format}`)
    const then = clock.now().toISOString()
    clock.advance(60_000)
    await pages.silence('a.example/1')
    clock.advance(60_000)
    // The line with the moment of the export.
    const plain = (text: string) => text.replaceAll(/^.*Dataset.*$/gm, '')
    for (const format of exportFormats) {
      expect(plain(await read(id, `format=${format}&as_of=${then}`)), format).toBe(plain(answers[format] as string))
    }
    expect(readLines((await get(id, 'format=ndjson')).body)).toEqual([])
    expect(readLines(answers.ndjson as string)).toHaveLength(3)
    const later = new Date(clock.now().getTime() + 3_600_000).toISOString()
    expect(readLines((await get(id, `format=ndjson&as_of=${later}`)).body)).toEqual([])
  })
})

describe('with filters', async () => {
  const id = await makeDomain('filtered')
  const [ada, charles, engine, london] = Array.from({ length: 4 }, newId) as [string, string, string, string]
  const berlin = { lat: 52.5, lon: 13.4, precision: 'city' as const, country: 'DE', place_id: null }
  await insertGraph(db, id, {
    entities: [
      { id: ada, kind: 'person', name: 'Ada Lovelace', when: '1815-12-10', attributes: { role: 'writer' } },
      { id: charles, kind: 'person', name: 'Charles Babbage', where: berlin },
      { id: engine, kind: 'object', name: 'Analytical Engine', confidence: 0.4 },
      { id: london, kind: 'location', name: 'London', where: { ...berlin, lat: 51.5, lon: -0.1 } },
    ],
    relationships: [
      { from: ada, to: charles, type: 'knows' },
      { from: ada, to: engine, type: 'works_on' },
      { from: charles, to: london, type: 'lives_in' },
      { from: charles, to: ada, type: 'works_on' },
    ],
    claims: [{ entity: ada, url: 'https://a.example/ada' }],
  })
  const found = async (query: string) => {
    const lines = readLines(await read(id, `format=ndjson&${query}`))
    return [
      lines.flatMap(({ entity }) => entity?.name.split(' ')[0] ?? []).sort(),
      lines
        .flatMap(({ relationship }) => relationship ?? [])
        .map((one) => (one as unknown as { type: string }).type)
        .sort(),
    ]
  }
  const then = () => new Date(Date.now() + 60_000).toISOString()

  it.each<[query: string, names: string[], types: string[]]>([
    ['kind=person', ['Ada', 'Charles'], ['knows', 'works_on']],
    ['kind=person,location', ['Ada', 'Charles', 'London'], ['knows', 'lives_in', 'works_on']],
    ['kind=nothing', [], []],
    ['q=babbage', ['Charles'], []],
    ['attr.role=WRITER', ['Ada'], []],
    ['host=a.example', ['Ada'], []],
    ['min_confidence=0.5', ['Ada', 'Charles', 'London'], ['knows', 'lives_in', 'works_on']],
    ['has=where', ['Charles', 'London'], ['lives_in']],
    ['from=1800&to=1820', ['Ada'], []],
    // Of the types that are asked for alone.
    ['type=works_on', ['Ada', 'Analytical', 'Charles'], ['works_on', 'works_on']],
    ['type=works_on&kind=person', ['Ada', 'Charles'], ['works_on']],
  ])('%s leaves out what the list leaves out', async (query, names, types) => {
    expect(await found(query)).toEqual([names, types])
    // The confidence of an earlier time is that of claims, which most have none of here.
    if (!query.startsWith('min')) expect(await found(`${query}&as_of=${then()}`)).toEqual([names, types])
    const list = (await call('GET', `/v1/domains/${id}/entities?${query}`, { key })).body.entities
    expect(list.map(({ name }: { name: string }) => name.split(' ')[0]).sort()).toEqual(names)
  })

  it('has the entities that pass, whatever the format', async () => {
    for (const format of exportFormats.filter((one) => one !== 'relationships.csv' && one !== 'ics')) {
      const text = await read(id, `format=${format}&kind=person&has=where`)
      expect(
        [text.includes('Charles Babbage'), text.includes('Ada Lovelace'), text.includes('London')],
        format,
      ).toEqual([...[true, false, false]])
    }
  })

  it.each([
    ['kind=Person', 'kind must be at most 50 words of lower-case letters, digits and underscores, separated by commas'],
    ['has=nothing', 'has must be one or more of when, where, separated by commas'],
    ['min_confidence=2', 'min_confidence must be a number from 0 to 1'],
    ['attr.Role=1', 'attr.Role is not a known field'],
    ['sort=name', 'sort is not a known field'],
    ['certainty=perhaps', 'certainty must be one or more of said, reported, denied, separated by commas'],
    ['bom=1', 'bom is for csv, entities.csv, relationships.csv'],
  ])('refuses %s', async (query, error) => {
    const { status, body } = await get(id, `format=ndjson&${query}`)
    expect([status, body.error]).toEqual([400, error])
  })

  it('puts a byte order mark before tables for Excel, where it is asked for', async () => {
    for (const format of ['csv', 'entities.csv', 'relationships.csv']) {
      const starts = async (query: string) => {
        const response = await fetch(`${url}/v1/domains/${id}/export?format=${format}${query}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        return Buffer.from(await response.arrayBuffer())
          .subarray(0, 3)
          .toString('hex')
      }
      expect([await starts('&bom=1'), (await starts('')) === 'efbbbf', (await starts('&bom=0')) === 'efbbbf']).toEqual([
        ...['efbbbf', false, false],
      ])
    }
  })

  it('finds those of one moment, whatever changes meanwhile', async () => {
    const domainId = await makeDomain('moving, filtered')
    const entities = Array.from({ length: 600 }, (_, n) => ({ id: newId(), kind: 'person', name: `Person ${n}` }))
    const [first, last] = [entities[0]?.id as string, entities[599]?.id as string]
    await insertGraph(db, domainId, { entities, relationships: [{ from: first, to: last, type: 'knows' }] })
    const [row] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [domainId])
    const domain = {
      ...{ id: domainId, project_id: newId(), archived: false, readers_may_spend: true },
      ...{ graph_seq: row?.graph_seq as number, history_since: null, history_seq: 0 },
    }
    const file = exportGraph(db, async () => [], domain, { format: 'ndjson', kind: ['person'], now: clock.now() })
    let text = ''
    for await (const chunk of file.chunks) {
      if (text === '')
        await db.query(`update entities set kind = 'object' where domain_id = $1 and id = $2`, [domainId, last])
      text += chunk
    }
    const lines = readLines(text)
    expect(lines.filter(({ entity }) => entity)).toHaveLength(600)
    expect(lines.flatMap(({ relationship }) => relationship?.to.id ?? [])).toEqual([last])
  })
})
