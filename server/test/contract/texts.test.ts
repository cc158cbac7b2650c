import { expect, it } from 'vitest'
import { startTestService } from '../support/harness.ts'

// A text names the field that is wrong, where it is, and the rule that it breaks.

const { call, key } = await startTestService()
const domain: string = (await call('POST', '/v1/domains', { key, body: { name: 'texts' } })).body.id
const base = `/v1/domains/${domain}`
const makeAda = () => call('POST', `${base}/entities`, { key, body: { kind: 'person', name: 'Ada' } })
const [ada, other]: string[] = [(await makeAda()).body.id, (await makeAda()).body.id]
const entity = `${base}/entities/${ada}`
const fields = (rest: object) => ({ raw: JSON.stringify(rest) })

const cursorRule = 'cursor must be the next_cursor of an earlier answer'
const dateRule = 'must be a date as EDTF or ISO 8601, such as 1987, 1987-05 or 1987-05-03'
const manyKinds = Array.from({ length: 51 }, (_, n) => `k${n}`).join(',')
const edtfRule = 'must be a date as EDTF, such as 1987, 1987-05, 1987-05-03 or 1987/1990'
const facets = Array.from({ length: 11 }, (_, n) => `attr.a${n}`).join(',')

it.each<[string, string, { query?: string; raw?: string }, string]>([
  ['PATCH', base, { raw: '{"max_spend_usd": "x"}' }, 'max_spend_usd must be a number from 0 to 1000000, or null'],
  ['PATCH', base, { raw: '{"max_spend_usd": -1}' }, 'max_spend_usd must be a number from 0 to 1000000, or null'],
  ['PATCH', base, { raw: '{"attributes": [{"key": "a", "key": "b"}]}' }, 'attributes.0.key is given twice'],
  [
    'PATCH',
    base,
    { raw: '{"attributes": [{"key": "a"}, {"key": "b", "label": [], "label": 1}]}' },
    'attributes.1.label is given twice',
  ],
  ['PATCH', base, { raw: '{"name": "a", "na\\u006de": "b"}' }, 'name is given twice'],
  [
    'PATCH',
    base,
    { raw: '{"name": "a\\u202eb"}' },
    'name must not contain control characters or marks that turn the direction of text',
  ],
  ['GET', '/v1/project/keys', { query: `cursor=${'x'.repeat(501)}` }, cursorRule],
  ['GET', `${base}/entities`, { query: `cursor=${'x'.repeat(4001)}` }, cursorRule],
  ['GET', `${base}/timeline`, { query: 'from=' }, `from ${dateRule}`],
  ['GET', `${base}/map`, { query: `to=${'1'.repeat(61)}` }, `to ${dateRule}`],
  [
    'GET',
    `${base}/entities`,
    { query: `kind=${manyKinds}` },
    'kind must be at most 50 words of lower-case letters, digits and underscores, separated by commas',
  ],
  [
    'GET',
    `${base}/entities`,
    { query: `facets=${facets}` },
    'facets must be 1, or at most 10 of kind, host, type and attr.<key>, separated by commas',
  ],
  ['POST', `${base}/entities`, fields({ name: 'Ada' }), 'kind is required'],
  ['POST', `${base}/entities`, fields({ kind: 'person' }), 'name is required'],
  [
    'POST',
    `${base}/entities`,
    fields({ kind: 'ship', name: 'Ada' }),
    'kind must be one of person, object, location, event',
  ],
  ['PATCH', entity, fields({ when: 'in spring' }), `when ${edtfRule}`],
  ['PATCH', entity, fields({ when: { edtf: '1987-13' } }), `when ${edtfRule}`],
  ['PATCH', entity, fields({ where: { lat: 91, lon: 0 } }), 'where.lat must be a number from -90 to 90'],
  ['PATCH', entity, fields({ where: { lat: 1 } }), 'where must have both lat and lon, or neither'],
  ['PATCH', entity, fields({ where: {} }), 'where must have lat and lon, a country or a place_id'],
  [
    'PATCH',
    entity,
    fields({ where: { country: 'Germany' } }),
    'where.country must be two upper-case letters (ISO 3166-1)',
  ],
  [
    'PATCH',
    entity,
    fields({ where: { country: 'DE', precision: 'planet' } }),
    'where.precision must be point, address, city, region or country',
  ],
  ['PATCH', entity, fields({ attributes: { 'No Word': 'x' } }), 'attributes.No Word is not a known field'],
  ['PATCH', entity, fields({ pinned: { confidence: null } }), 'pinned.confidence is not a field that can be pinned'],
  [
    'PATCH',
    entity,
    fields({ pinned: { name: 'Ada' } }),
    'pinned.name must be null, which unpins it; set the field itself to pin it',
  ],
  [
    'PATCH',
    entity,
    fields({ name: 'Ada', pinned: { name: null } }),
    'pinned.name cannot be unpinned and set in one call',
  ],
  [
    'POST',
    `${base}/relationships`,
    fields({ from: ada, to: other, type: 'Works For' }),
    'type must be a word of lower-case letters, digits and underscores',
  ],
  ['POST', `${base}/relationships`, fields({ from: ada, to: ada, type: 'knows' }), 'to must be another entity'],
  [
    'POST',
    `${base}/relationships`,
    fields({ from: ada, to: other, type: 'knows', since: 'later' }),
    `since ${edtfRule}`,
  ],
  [
    'POST',
    `${base}/entities/merge`,
    fields({ target: ada, sources: [other, ada] }),
    'sources must not contain the target',
  ],
  ['POST', `${base}/entities/delete`, fields({ ids: [ada, ada] }), 'ids must not contain duplicates'],
  [
    'POST',
    `${entity}/split`,
    fields({ groups: [ada, other].map((name) => ({ name, evidence_ids: [ada] })) }),
    'groups must not name evidence twice',
  ],
  [
    'POST',
    `${base}/duplicates/judge`,
    fields({ judgements: ['same', 'different'].map((judgement) => ({ id: ada, judgement })) }),
    'judgements must not judge a pair twice',
  ],
  [
    'POST',
    `${base}/duplicates/${ada}`,
    fields({ judgement: 'maybe' }),
    'judgement must be one of same, different, unsure',
  ],
])('%s %s with %j', async (method, path, { query, raw }, text) => {
  const { status, body } = await call(method, query ? `${path}?${query}` : path, { key, ...(raw && { raw }) })
  expect([status, body.error]).toEqual([400, text])
  expect(body.details[0].message).toBe(text)
  expect(text.startsWith(`${body.details[0].path} `)).toBe(true)
})
