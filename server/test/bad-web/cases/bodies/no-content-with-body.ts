import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'no-content-with-body',
  about: 'No content, and a body all the same.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 204 No Content', 'content-length: 5', '', 'hello'))
  },
  expect: { status: 204, bytes: 0, page: { status: 'skipped', error: 'HTTP 204: no content' } },
}
