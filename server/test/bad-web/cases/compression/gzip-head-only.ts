import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-head-only',
  about: 'Gzip that ends within its head.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(gzipSync(page(plain)).subarray(0, 7))
  },
  expect: {
    failure: 'cut_off',
    message: 'response ended early',
    page: { status: 'failed', error: 'response ended early' },
  },
}
