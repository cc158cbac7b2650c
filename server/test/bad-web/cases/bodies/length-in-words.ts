import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'length-in-words',
  about: 'A length that is no number.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: many', '', '') + page(plain))
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
