import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'nested-br-gzip-bomb',
  about: 'Gzip within brotli, both declared.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, br' })
    response.end(brotliCompressSync(gzipSync(Buffer.alloc(30_000_000))))
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
