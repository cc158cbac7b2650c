import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'deflate-bomb',
  about: 'A page of deflate that unpacks without end.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'deflate' })
    bomb(response, ['deflate'])
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
