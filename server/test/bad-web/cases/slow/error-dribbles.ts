import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'error-dribbles',
  about: 'A missing page whose body never ends: the status is known all the same.',
  within_ms: 2_000,
  serve(_request, response) {
    response.writeHead(404, { 'content-type': 'text/html' })
    dribble(response, page(plain))
  },
  expect: { status: 404, page: { status: 'failed', error: /^HTTP 404/ } },
}
