import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'one-byte-too-many',
  about: 'A page one byte larger than what is allowed.',
  within_ms: 5_000,
  serve(_request, response) {
    sendPage(response, Buffer.alloc(10 * 1024 * 1024 + 1, 'a '))
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
