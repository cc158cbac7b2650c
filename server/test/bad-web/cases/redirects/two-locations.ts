import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'two-locations',
  about: 'A redirect that leads to two places.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 302 Found', 'location: /a', 'location: /b', 'content-length: 0', '', ''))
  },
  expect: {
    failure: 'bad_redirect',
    message: 'redirect with two addresses',
    page: { status: 'failed', error: 'redirect with two addresses' },
  },
}
