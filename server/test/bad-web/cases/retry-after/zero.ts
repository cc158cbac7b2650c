import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'zero',
  about: 'Asks for no time at all.',
  serve(_request, response) {
    response.writeHead(503, { 'retry-after': '0', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 503, retry_after_ms: 0, page: { status: 'failed', error: /^HTTP 503/ } },
}
