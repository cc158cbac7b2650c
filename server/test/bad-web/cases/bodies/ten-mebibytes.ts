import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'ten-mebibytes',
  about: 'A page of exactly what is allowed.',
  within_ms: 5_000,
  serve(_request, response) {
    sendPage(response, Buffer.alloc(10 * 1024 * 1024, 'a '))
  },
  expect: { status: 200, bytes: 10_485_760, kind: 'html', page: { status: 'extracted', text: 'a a a a a' } },
}
