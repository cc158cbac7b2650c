import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'two-values',
  about: 'Asks for two times at once.',
  serve(_request, response) {
    response.setHeader('retry-after', ['10', '20'])
    response.writeHead(429).end()
  },
  expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
}
