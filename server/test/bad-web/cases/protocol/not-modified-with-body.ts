import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'not-modified-with-body',
  about: 'Not modified, with a length and a body that must not be there.',
  etag: '"v1"',
  answer(socket) {
    socket.end(lines('HTTP/1.1 304 Not Modified', 'content-length: 5', '', 'hello'))
  },
  expect: { status: 304, bytes: 0, page: { status: 'failed', error: 'HTTP 304 to a request without conditions' } },
}
