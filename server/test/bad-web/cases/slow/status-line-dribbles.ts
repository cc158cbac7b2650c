import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'status-line-dribbles',
  about: 'A status line, byte by byte.',
  answer(socket) {
    dribble(socket, 'HTTP/1.1 200 OK and all is well')
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
