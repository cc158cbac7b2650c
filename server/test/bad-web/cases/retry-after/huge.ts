import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'huge',
  about: 'Asks for three thousand years.',
  serve(_request, response) {
    response.writeHead(429, { 'retry-after': '99999999999', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 429, retry_after_ms: 86_400_000, page: { status: 'failed', error: /^HTTP 429/ } },
}
