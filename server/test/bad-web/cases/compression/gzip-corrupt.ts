import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-corrupt',
  about: 'Gzip with nonsense in its data.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    const bytes = gzipSync(page(plain.repeat(50)))
    bytes.fill(0xff, 10, 40)
    response.end(bytes)
  },
  expect: {
    failure: 'bad_encoding',
    message: 'body cannot be decoded',
    page: { status: 'failed', error: 'body cannot be decoded' },
  },
}
