import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'headers-without-end',
  about: 'Headers without end, one short line after the other.',
  within_ms: 5_000,
  answer(socket) {
    socket.write('HTTP/1.1 200 OK\r\n')
    flood(socket, 'x-more: and more\r\n'.repeat(1000))
  },
  expect: {
    failure: 'protocol',
    message: 'response headers too large',
    page: { status: 'failed', error: 'response headers too large' },
  },
}
