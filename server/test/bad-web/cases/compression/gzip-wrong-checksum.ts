import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-wrong-checksum',
  about: 'Gzip whose checksum is wrong, which browsers do not mind.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    const bytes = gzipSync(page(plain))
    bytes.fill(7, bytes.length - 8)
    response.end(bytes)
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
