import { Readable } from 'node:stream'
import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'fifty-megabytes-on-one-line',
  about: 'A page of 50 MB without a line end.',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    Readable.from(
      (function* () {
        for (let n = 0; n < 50; n++) yield 'a'.repeat(1_000_000)
      })(),
    ).pipe(response)
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
