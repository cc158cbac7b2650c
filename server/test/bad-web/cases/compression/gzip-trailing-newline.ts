import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-trailing-newline',
  about: 'Gzip with one line end behind it, as scripts add them.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(Buffer.concat([gzipSync(page(plain)), Buffer.from('\n')]))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
