import { expect, it } from 'vitest'
import { playResults, type SearchApi, sendJson, startSearchApi } from '../../../test/support/web/search-api.ts'

const fails =
  (status: number, detail: unknown): SearchApi =>
  (_asked, response) =>
    sendJson(response, { detail }, status)

it('is asked by its documentation', async () => {
  const { search, asked } = await startSearchApi('tavily', playResults.tavily([]))
  await search({ words: 'ada', language: 'de', limit: 50 })
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/search' })
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer tvly-secret-key',
    'content-type': 'application/json',
  })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ query: 'ada', max_results: 20 })
})

it.each([
  [401, { error: 'Unauthorized: missing or invalid API key.' }, 'wrong_key'],
  [403, 'Forbidden', 'wrong_key'],
  [400, { error: 'Query is too long. Max query length is 400 characters.' }, 'refused'],
  [422, [{ type: 'missing', loc: ['body', 'query'], msg: 'Field required' }], 'refused'],
  [432, { error: "This request exceeds your plan's set usage limit." }, 'quota_used_up'],
  [433, { error: 'This request exceeds the pay-as-you-go limit.' }, 'quota_used_up'],
])('tells %i apart', async (status, detail, code) => {
  const { failure, asked } = await startSearchApi('tavily', fails(status, detail))
  const words = typeof detail === 'string' ? detail : Array.isArray(detail) ? 'Field required' : detail.error
  expect(await failure()).toMatchObject({ code, status, message: expect.stringContaining(words) })
  expect(asked).toHaveLength(1)
})

it('asks again when it was asked too often', async () => {
  const words = 'Your request has been blocked due to excessive requests. Please reduce rate of requests.'
  const { failure, asked } = await startSearchApi('tavily', fails(429, { error: words }))
  expect(await failure()).toMatchObject({ code: 'quota_used_up', message: expect.stringContaining(words) })
  expect(asked).toHaveLength(3)
})

it('sends its key nowhere else', async () => {
  const { failure, asked } = await startSearchApi('tavily', (_asked, response) =>
    response.writeHead(307, { location: '/elsewhere' }).end(),
  )
  expect(await failure()).toMatchObject({ code: 'bad_answer' })
  expect(asked).toHaveLength(1)
})
