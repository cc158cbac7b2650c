import type { BadWebCase } from '../../bad-web-case.ts'
import { flood, lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chunk-extension-without-end',
  about: 'An extension of a chunk that never ends.',
  answer(socket) {
    socket.write(`${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', '')}5;a=`)
    flood(socket, 'x'.repeat(60_000))
  },
  expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
}
