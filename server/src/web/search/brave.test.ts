import { expect, it } from 'vitest'
import { playResults, type SearchApi, sendJson, startSearchApi } from '../../../test/support/web/search-api.ts'
import { searchLanguage } from './brave.ts'

const fails =
  (status: number, code: string, detail: string, headers: Record<string, string> = {}): SearchApi =>
  (_asked, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const error = { id: 'ade84851-a6f3-4cf9-8c76-1dc897718b0b', status, code, detail, meta: {} }
    sendJson(response, { type: 'ErrorResponse', error, time: 1754364294 }, status)
  }

const limited = (headers: Record<string, string>) =>
  fails(429, 'RATE_LIMITED', 'Request rate limit exceeded for plan', headers)

it('is asked by its documentation', async () => {
  const { search, asked } = await startSearchApi('brave', playResults.brave([]), { folder: '/res/v1' })
  await search({ words: 'ada', language: 'de', limit: 50 })
  expect(asked[0]).toMatchObject({ method: 'GET', path: '/res/v1/web/search' })
  expect(Object.fromEntries(asked[0]?.parameters ?? [])).toEqual({ q: 'ada', count: '20', search_lang: 'de' })
  expect(asked[0]?.headers['x-subscription-token']).toBe('tvly-secret-key')
})

it('takes fifty words', async () => {
  const { search, asked } = await startSearchApi('brave', playResults.brave([]))
  await search({ words: 'a '.repeat(80) })
  expect(asked[0]?.parameters.get('q')).toBe('a '.repeat(50).trim())
})

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['ja', 'jp'],
  ['zh', 'zh-hans'],
  ['zh-TW', 'zh-hant'],
  ['pt-BR', 'pt-br'],
  ['no', 'nb'],
  ['sw', undefined],
  ['', undefined],
])('knows the language %s as %s', (language, code) => {
  expect(searchLanguage(language)).toBe(code)
})

it('gives descriptions without marks', async () => {
  const text = 'The <strong>first</strong> program &amp; its author, 1 &lt; 2'
  const { search } = await startSearchApi('brave', playResults.brave([{ url: 'https://one.example', text }]))
  expect((await search())[0]?.snippet).toBe('The first program & its author, 1 < 2')
})

it.each([
  [403, 'SUBSCRIPTION_TOKEN_INVALID'],
  [422, 'SUBSCRIPTION_TOKEN_INVALID'],
  [404, 'SUBSCRIPTION_NOT_FOUND'],
])('calls a key wrong with %i %s', async (status, code) => {
  const { failure } = await startSearchApi('brave', fails(status, code, 'The token tvly-secret-key is invalid'))
  expect(await failure()).toMatchObject({
    code: 'wrong_key',
    message: 'Brave Search does not accept the key: The token [key] is invalid (check SEARCH_API_KEY)',
  })
})

it('refuses a search with a sentence', async () => {
  const { failure, asked } = await startSearchApi(
    'brave',
    fails(422, 'VALIDATION', 'Unable to validate request parameter(s)'),
  )
  expect(await failure()).toMatchObject({
    code: 'refused',
    message: 'Brave Search refuses this search: Unable to validate request parameter(s)',
  })
  expect(asked).toHaveLength(1)
})

it('waits for the second in which a request is free again', async () => {
  const { failure, pauses } = await startSearchApi(
    'brave',
    limited({ 'x-ratelimit-remaining': '0, 1000', 'x-ratelimit-reset': '2, 1419704' }),
  )
  expect(await failure()).toMatchObject({ code: 'quota_used_up', retry_after_ms: 2_000 })
  expect(pauses).toEqual([2_000, 2_000])
})

it('does not wait for the next month', async () => {
  const { failure, asked } = await startSearchApi(
    'brave',
    limited({ 'x-ratelimit-remaining': '1, 0', 'x-ratelimit-reset': '1, 1419704' }),
  )
  expect(await failure()).toMatchObject({ code: 'quota_used_up', retry_after_ms: 1_419_704_000 })
  expect(asked).toHaveLength(1)
})

it('does not ask again when the quota is used up, whatever the headers say', async () => {
  const { failure, asked } = await startSearchApi(
    'brave',
    fails(429, 'QUOTA_LIMITED', 'Request quota limit exceeded for plan.'),
  )
  expect(await failure()).toMatchObject({
    code: 'quota_used_up',
    message: 'Brave Search takes no more searches for now: Request quota limit exceeded for plan.',
  })
  expect(asked).toHaveLength(1)
})

it('reads a list of errors too', async () => {
  const error = { id: '5d832250', status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'No.', meta: {} }
  const { failure } = await startSearchApi('brave', (_asked, response) =>
    sendJson(response, { type: 'ErrorResponse', errors: [error], time: 1663072993 }, 422),
  )
  expect(await failure()).toMatchObject({ code: 'wrong_key', message: expect.stringContaining('No.') })
})

it('sends its key nowhere else', async () => {
  const { failure, asked } = await startSearchApi('brave', (_asked, response) =>
    response.writeHead(307, { location: '/elsewhere' }).end(),
  )
  expect(await failure()).toMatchObject({ code: 'bad_answer' })
  expect(asked).toHaveLength(1)
})
