import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'empty',
  about: 'Asks for nothing.',
  serve(_request, response) {
    response.writeHead(503, { 'retry-after': '', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 503, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 503/ } },
}
