import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'many-digits',
  about: 'Asks for a time of four hundred digits.',
  serve(_request, response) {
    response.writeHead(503, { 'retry-after': '9'.repeat(400), 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 503, retry_after_ms: 86_400_000, page: { status: 'failed', error: /^HTTP 503/ } },
}
