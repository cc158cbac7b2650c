import type { BadWebCase } from '../../bad-web-case.ts'
import { page } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'day-without-date',
  about: 'Names a day of the week.',
  serve(_request, response) {
    response.writeHead(429, { 'retry-after': 'Mon, whenever', 'content-type': 'text/html' }).end(page('Slow down.'))
  },
  expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
}
