import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'status-999',
  about: 'A status that some sites made up for crawlers.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 999 Denied', 'content-length: 2', '', 'no'))
  },
  expect: { status: 999, page: { status: 'failed', error: /^HTTP 999/ } },
}
