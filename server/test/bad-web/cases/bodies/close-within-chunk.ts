import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'close-within-chunk',
  about: 'Hangs up within a chunk.',
  answer(socket) {
    socket.end(
      `${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', '')}400\r\n${page(plain)}`,
    )
  },
  expect: { failure: 'cut_off', page: { status: 'failed' } },
}
