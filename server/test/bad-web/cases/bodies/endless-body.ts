import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'endless-body',
  about: 'A page without end, in chunks.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    flood(response, '<p>more and more</p>'.repeat(1000))
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
