import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'three-codings',
  about: 'Three codings on top of each other.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip, gzip' })
    response.end(gzipSync(gzipSync(gzipSync(page(plain)))))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'too many content codings',
    page: { status: 'failed', error: 'too many content codings' },
  },
}
