import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-is-plain',
  about: 'A page that says it is gzip and is not compressed.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(page(plain))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'body cannot be decoded',
    page: { status: 'failed', error: 'body cannot be decoded' },
  },
}
