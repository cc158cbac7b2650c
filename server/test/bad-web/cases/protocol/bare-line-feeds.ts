import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bare-line-feeds',
  about: 'Lines that end with a line feed alone.',
  answer(socket) {
    socket.end(`HTTP/1.1 200 OK\ncontent-type: text/html\nconnection: close\n\n${page(plain)}`)
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
