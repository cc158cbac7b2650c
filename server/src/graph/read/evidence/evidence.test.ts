import { expect, it } from 'vitest'
import { relates, says } from '../../../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { type Answer, startTestService } from '../../../../test/support/harness.ts'
import { parseEdtf } from '../../../dates/parse-edtf.ts'

const service = await startTestService()
const { call, key } = service
const graph = await saidGraph(service)
const ada = 'Ada Lovelace'
await graph.say({
  'a.example/1': [
    says('person', ada, { aliases: ['Enchantress', 'Countess'], summary: 'Wrote the first program.' }),
    says('person', ada, { attributes: { role: 'writer' }, external_ids: { wikidata: 'Q7259' } }),
  ],
  'a.example/2': [
    says('person', ada, { when: parseEdtf('1815-12-10') ?? null, urls: ['https://ada.example/'] }),
    relates(['person', ada], 'works_on', ['object', 'Engine'], { since: '1842', until: '1843' }),
  ],
  'b.example/1': [
    says('person', ada, {
      attributes: { role: 'analyst', rank: '1' },
      where: { lat: 51.5, lon: -0.1, precision: 'city', country: 'GB', place_id: null, locality: 'London' },
    }),
    says('person', ada, { where: { name: 'nowhere known' } }),
    relates(['person', ada], 'works_on', ['object', 'Engine']),
  ],
})
const person = (await graph.entities()).find(({ doc }) => doc.name === ada)?.id as string
const [relationship] = await graph.relationships()

interface Evidence {
  url: string
  fields: { field: string; value: string }[]
}
const get = (rest: string) => call('GET', `/v1/domains/${graph.id}${rest}`, { key })
const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
async function fieldsBy(path: string, query = ''): Promise<string[]> {
  const { evidence } = (await get(`${path}/evidence?${query}`)).body as { evidence: Evidence[] }
  return evidence.map(({ fields }) => fields.map(({ field, value }) => `${field}=${value}`).join(' ')).sort()
}

const first = `name=${ada} aliases=Enchantress aliases=Countess summary=Wrote the first program.`
const second = `name=${ada} attributes.role=writer external_ids.wikidata=Q7259`
const third = `name=${ada} when=1815-12-10 urls=https://ada.example/`
const fourth = `name=${ada} where=London attributes.rank=1 attributes.role=analyst`
const unplaced = `name=${ada}`

it.each([
  ['', [first, second, third, fourth, unplaced]],
  ['field=name', [first, second, third, fourth, unplaced]],
  ['field=aliases', [first]],
  ['field=summary', [first]],
  ['field=when', [third]],
  ['field=where', [fourth]],
  ['field=urls', [third]],
  ['field=attributes.role', [second, fourth]],
  ['field=attributes.rank', [fourth]],
  ['field=attributes.other', []],
  ['field=external_ids.wikidata', [second]],
  ['field=summary,attributes.rank', [first, fourth]],
])('is listed by what it supports: %s', async (query, wanted) => {
  expect(await fieldsBy(`/entities/${person}`, query)).toEqual(wanted.toSorted())
})

it('of a relationship says its type and its time', async () => {
  const path = `/relationships/${relationship?.id}`
  const timed = 'type=works_on since=1842 until=1843'
  expect(await fieldsBy(path)).toEqual(['type=works_on', timed])
  expect(await fieldsBy(path, 'field=type')).toEqual(['type=works_on', timed])
  for (const field of ['since', 'until', 'since,until']) expect(await fieldsBy(path, `field=${field}`)).toEqual([timed])
})

it('is read on under a filter', async () => {
  const page = await get(`/entities/${person}/evidence?field=attributes.role&limit=1`)
  expect(page.body.evidence).toHaveLength(1)
  const next = await get(`/entities/${person}/evidence?field=attributes.role&limit=1&cursor=${page.body.next_cursor}`)
  expect([next.body.evidence.length, next.body.next_cursor]).toEqual([1, null])
  expect(next.body.evidence[0].id).not.toBe(page.body.evidence[0].id)
})

it.each(['kind', 'attributes', 'attributes.', 'attributes.a.b', 'name,', "attributes.x'", 'since'])(
  'refuses a field that no entity has: %s',
  async (field) => {
    expect(said(await get(`/entities/${person}/evidence?field=${field}`))).toBe(
      '400 field must be at most 20 of name, aliases, summary, when, where, urls, attributes.<key>, external_ids.<key>, separated by commas',
    )
  },
)
