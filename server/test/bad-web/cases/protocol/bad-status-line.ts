import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'bad-status-line',
  about: 'A status line that is none.',
  answer(socket) {
    socket.end('HTTP/1.1 okay\r\n\r\n')
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
