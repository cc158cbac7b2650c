import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'negative',
  about: 'Asks for a time before now.',
  serve(_request, response) {
    response.writeHead(429, { 'retry-after': '-5', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
}
