import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'nested-gzip-bomb',
  about: 'Gzip within gzip, both declared: a hundred bytes that come to 30 MB.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' })
    response.end(gzipSync(gzipSync(Buffer.alloc(30_000_000))))
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
