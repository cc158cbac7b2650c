import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'br-corrupt',
  about: 'Brotli that is none.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
    response.end(Buffer.alloc(500, 0xff))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'body cannot be decoded',
    page: { status: 'failed', error: 'body cannot be decoded' },
  },
}
