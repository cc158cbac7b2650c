import { gzipSync } from 'node:zlib'
import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'gzip-file-as-page',
  about: 'A gzip file, compressed once more on its way, that calls itself a page.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(gzipSync(gzipSync(Buffer.alloc(30_000_000))))
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/gzip',
    page: { status: 'skipped', error: 'application/gzip' },
  },
}
