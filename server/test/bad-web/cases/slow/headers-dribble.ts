import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'headers-dribble',
  about: 'Headers, byte by byte.',
  answer(socket) {
    socket.write('HTTP/1.1 200 OK\r\n')
    dribble(socket, 'x-slow: a very long value indeed')
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
