import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'date-far-away',
  about: 'Names a day in a hundred years.',
  serve(_request, response) {
    response
      .writeHead(503, { 'retry-after': 'Fri, 31 Dec 2199 23:59:59 GMT', 'content-type': 'text/html' })
      .end(page('Slow down.'))
  },
  expect: { status: 503, retry_after_ms: 86_400_000, page: { status: 'failed', error: /^HTTP 503/ } },
}
