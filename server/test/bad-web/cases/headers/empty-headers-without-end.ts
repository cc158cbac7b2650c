import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'empty-headers-without-end',
  about: 'Headers without end, each of one letter.',
  within_ms: 5_000,
  answer(socket) {
    socket.write('HTTP/1.1 200 OK\r\n')
    flood(socket, 'a:\r\n'.repeat(10_000))
  },
  expect: {
    failure: 'protocol',
    message: 'response headers too large',
    page: { status: 'failed', error: 'response headers too large' },
  },
}
