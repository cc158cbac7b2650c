import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'status-line-without-end',
  about: 'A status line that never ends.',
  answer(socket) {
    socket.write('HTTP/1.1 200 ')
    flood(socket, 'OK'.repeat(10_000))
  },
  expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
}
