import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble, lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chunk-size-enormous',
  about: 'A chunk that says it has eight exabytes.',
  answer(socket) {
    socket.write(
      `${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', '')}7fffffffffffffff\r\n`,
    )
    dribble(socket, page(plain))
  },
  expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
}
