import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'fraction',
  about: 'Asks for a second and a half.',
  serve(_request, response) {
    response.writeHead(429, { 'retry-after': '1.5', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 429, retry_after_ms: 1_500, page: { status: 'failed', error: /^HTTP 429/ } },
}
