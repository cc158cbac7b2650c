import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'zstd-huge-window',
  about: 'A zstd frame that asks its reader for 128 MiB.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'zstd' })
    response.end(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88, 0x01, 0x00, 0x00]))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'body cannot be decoded',
    page: { status: 'failed', error: 'body cannot be decoded' },
  },
}
