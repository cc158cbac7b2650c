import { expect, it } from 'vitest'
import { startTestService } from '../support/harness.ts'

// A text names the field that is wrong, where it is, and the rule that it breaks.

const { call, key } = await startTestService()
const domain: string = (await call('POST', '/v1/domains', { key, body: { name: 'texts' } })).body.id
const base = `/v1/domains/${domain}`

const cursorRule = 'cursor must be the next_cursor of an earlier answer'
const dateRule = 'must be a date as EDTF or ISO 8601, such as 1987, 1987-05 or 1987-05-03'
const manyKinds = Array.from({ length: 51 }, (_, n) => `k${n}`).join(',')
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
])('%s %s with %j', async (method, path, { query, raw }, text) => {
  const { status, body } = await call(method, query ? `${path}?${query}` : path, { key, ...(raw && { raw }) })
  expect([status, body.error]).toEqual([400, text])
  expect(body.details[0].message).toBe(text)
  expect(text.startsWith(`${body.details[0].path} `)).toBe(true)
})
