import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'header-without-colon',
  about: 'A line of prose among the headers.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200 OK', 'this is no header', 'content-length: 2', '', 'hi'))
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
