import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'seconds',
  about: 'Asks for two minutes.',
  serve(_request, response) {
    response.writeHead(429, { 'retry-after': '120', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 429, retry_after_ms: 120_000, page: { status: 'failed', error: /^HTTP 429/ } },
}
