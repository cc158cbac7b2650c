import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'date-in-the-past',
  about: 'Names a day that is over.',
  serve(_request, response) {
    response
      .writeHead(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT', 'content-type': 'text/html' })
      .end(page('Slow down.'))
  },
  expect: { status: 503, retry_after_ms: 0, page: { status: 'failed', error: /^HTTP 503/ } },
}
