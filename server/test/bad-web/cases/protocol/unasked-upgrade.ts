import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'unasked-upgrade',
  about: 'Changes to another protocol that nobody asked for.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade', '', ''))
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
