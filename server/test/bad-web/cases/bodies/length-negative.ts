import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'length-negative',
  about: 'A negative length.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: -5', '', '') + page(plain))
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
