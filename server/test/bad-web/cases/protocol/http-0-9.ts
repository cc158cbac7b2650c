import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'http-0-9',
  about: 'A page without a status line, as in 1991.',
  answer(socket) {
    socket.end(page(plain))
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
