import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb, endless } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bomb-in-404',
  about: 'A missing page whose body is a bomb.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(404, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    bomb(response, ['gzip'], endless('<p>not here</p>'.repeat(100)))
  },
  expect: { status: 404, bytes: 262_144, page: { status: 'failed', error: /^HTTP 404/ } },
}
