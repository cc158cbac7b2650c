import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'x-gzip-bomb',
  about: 'A bomb under the old name of gzip.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'x-gzip' })
    bomb(response, ['gzip'])
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
