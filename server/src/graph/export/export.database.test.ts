import { type ExportFormat, exportFormats, exportTypes } from '@polegraph/contract/graph/export.ts'
import { Parser } from 'n3'
import { describe, expect, it } from 'vitest'
import { relates, sayingPages, says } from '../../../test/support/graph/claims-fixture.ts'
import { changeGraph, entityDoc, insertGraph } from '../../../test/support/graph/graph-rows.ts'
import { makePlace } from '../../../test/support/graph/world.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { newId } from '../../platform/ids.ts'
import { exportGraph } from './export.ts'

const { call, key, service, clock, url } = await startTestService()
const { db } = service

async function makeDomain(name: string): Promise<string> {
  return (await call('POST', '/v1/domains', { key, body: { name } })).body.id
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

describe('an export', () => {
  it.each(exportFormats)('is a file: %s', async (format) => {
    const id = await makeDomain(format)
    const before = clock.now()
    const empty = await get(id, `format=${format}`)
    expect(empty.status).toBe(200)
    await insertGraph(db, id, {
      entities: Array.from({ length: 3 }, (_, n) => ({ kind: 'person', name: `"Ünal" <${n}>\u0001` })),
    })
    const { headers, body } = await get(id, `format=${format}`)
    expect(headers.get('content-type')).toBe(exportTypes[format])
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="polegraph-${id}-${before.getUTCFullYear()}\\d{4}T\\d{6}Z\\.[a-z]+"$`),
    )
    expect([headers.get('content-length'), headers.get('etag')]).toEqual([null, null])
    expect(body.length).toBeGreaterThan(empty.body.length)
    expect(body.match(/Ünal/g)).toHaveLength(3)
  })

  it('needs a format, and one that there is', async () => {
    const place = await makePlace(db)
    for (const query of ['', 'format=xml', 'format=csv&limit=1', 'format=csv&as_of=yesterday']) {
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

  const signs: Record<ExportFormat, RegExp> = {
    jsonld: /"pg:certainty":"(\w+)"/g,
    turtle: /pg:certainty "(\w+)"/g,
    graphml: /<data key="edge_certainty">(\w+)</g,
    csv: /^relationship,.*,(said|reported|denied),/gm,
    cypher: /`certainty`: '(\w+)'/g,
    ndjson: /"certainty":"(\w+)"/g,
  }

  it.each(exportFormats)('tells what is only reported, and what is denied when it is asked for: %s', async (format) => {
    const id = await makeDomain(`certainty of ${format}`)
    const pages = sayingPages(db, id)
    const ada: [string, string] = ['person', 'Ada Lovelace']
    const charles: [string, string] = ['person', 'Charles Babbage']
    const knows = (certainty?: 'reported' | 'denied') =>
      relates(ada, 'works_for', charles, { ...(certainty && { certainty }), said_as: 'toils_for' })
    const both = [says(...ada), says(...charles)]
    await pages.say({
      'a.example/1': [...both, knows()],
      'b.example/1': [...both, knows('reported')],
      'c.example/1': [...both, knows('denied')],
    })
    const certainties = async (query: string) => {
      const { body } = await get(id, `format=${format}${query}`)
      // The direct statement, of schema.org or of our own, is for what is said plainly.
      if (format === 'turtle')
        expect(body.match(/pg:rel_works_for/g) ?? []).toHaveLength(query.includes('denied') ? 0 : 1)
      expect(body).toContain('toils_for')
      return [...body.matchAll(signs[format])].map(([, certainty]) => certainty).sort()
    }
    expect(await certainties('')).toEqual(['reported', 'said'])
    expect(await certainties('&certainty=denied')).toEqual(['denied'])
    const now = clock.now().toISOString()
    clock.advance(1000)
    expect(await certainties(`&as_of=${now}`)).toEqual(['reported', 'said'])
    expect(await certainties(`&as_of=${now}&certainty=denied,reported`)).toEqual(['denied', 'reported'])
  })

  it.each(exportFormats)('has the pages behind each fact when they are asked for: %s', async (format) => {
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
    const [plain, full] = [await get(id, `format=${format}`), await get(id, `format=${format}&provenance=1`)]
    const counts = (text: string) => urls.map((url) => text.split(url).length - 1)
    expect(counts(plain.body)).toEqual([0, 0, 0])
    // Both people and their relationship stand on the first page.
    expect(counts(full.body)).toEqual([3, 1, 1])
    const then = clock.now().toISOString()
    clock.advance(60_000)
    await pages.silence('a.example/1')
    expect(counts((await get(id, `format=${format}&provenance=true`)).body)).toEqual([0, 1, 1])
    expect(counts((await get(id, `format=${format}&provenance=1&as_of=${then}`)).body)).toEqual([3, 1, 1])
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
    const file = exportGraph(db, domain, { format: 'ndjson', now: clock.now() })
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
    const answers = Object.fromEntries(
      await Promise.all(exportFormats.map(async (format) => [format, (await get(id, `format=${format}`)).body])),
    )
    const then = clock.now().toISOString()
    clock.advance(60_000)
    await pages.silence('a.example/1')
    clock.advance(60_000)
    // The line with the moment of the export.
    const plain = (text: string) => text.replaceAll(/^.*Dataset.*$/gm, '')
    for (const format of exportFormats) {
      expect(plain((await get(id, `format=${format}&as_of=${then}`)).body), format).toBe(plain(answers[format]))
    }
    expect(readLines((await get(id, 'format=ndjson')).body)).toEqual([])
    expect(readLines(answers.ndjson)).toHaveLength(3)
    const later = new Date(clock.now().getTime() + 3_600_000).toISOString()
    expect(readLines((await get(id, `format=ndjson&as_of=${later}`)).body)).toEqual([])
  })
})
