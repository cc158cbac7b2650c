import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-name-without-end',
  about: 'A gzip head with a file name that never ends.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.write(Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]))
    flood(response, 'name'.repeat(1000))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'body cannot be decoded',
    page: { status: 'failed', error: 'body cannot be decoded' },
  },
}
