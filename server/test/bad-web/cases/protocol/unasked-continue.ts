import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'unasked-continue',
  about: '100 Continue that nobody asked for.',
  answer(socket) {
    socket.end(`HTTP/1.1 100 Continue\r\n\r\n${lines('HTTP/1.1 200 OK', 'content-length: 2', '', 'hi')}`)
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
