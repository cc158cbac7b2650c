import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-truncated',
  about: 'Gzip that ends in the middle, with a length that agrees.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    const bytes = gzipSync(page(plain.repeat(50)))
    response.end(bytes.subarray(0, bytes.length / 2))
  },
  expect: {
    failure: 'cut_off',
    message: 'response ended early',
    page: { status: 'failed', error: 'response ended early' },
  },
}
