import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'huge-cookie',
  about: 'One header of 100 KB.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200 OK', `set-cookie: a=${'x'.repeat(100_000)}`, 'content-length: 2', '', 'hi'))
  },
  expect: {
    failure: 'protocol',
    message: 'response headers too large',
    page: { status: 'failed', error: 'response headers too large' },
  },
}
