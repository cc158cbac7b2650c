import { brotliCompressSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'br-truncated',
  about: 'Brotli that ends in the middle.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
    const bytes = brotliCompressSync(page(plain))
    response.end(bytes.subarray(0, bytes.length - 20))
  },
  expect: {
    failure: 'cut_off',
    message: 'response ended early',
    page: { status: 'failed', error: 'response ended early' },
  },
}
