import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'header-name-without-end',
  about: 'One header whose name never ends.',
  within_ms: 5_000,
  answer(socket) {
    socket.write('HTTP/1.1 200 OK\r\nx')
    flood(socket, 'x'.repeat(10_000))
  },
  expect: {
    failure: 'protocol',
    message: 'response headers too large',
    page: { status: 'failed', error: 'response headers too large' },
  },
}
