import { expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'

const model = { MODEL: 'openai-compatible:simple', MODEL_BASE_URL: 'http://127.0.0.1:9', MODEL_PRICE: '1,2' }
const search = { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://127.0.0.1:9' }

it.each([
  ['nothing', {}, { has_model: false, has_search: false }],
  ['a model', model, { has_model: true, has_search: false }],
  ['Wikipedia', { SEARCH: 'wikipedia' }, { has_model: false, has_search: false }],
  ['a search', search, { has_model: false, has_search: true }],
])('says what is configured: %s', async (_title, environment, has) => {
  const { call } = await startTestService({ environment })
  expect((await call('GET', '/v1/status')).body).toMatchObject(has)
})
