import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'http-2-status-line',
  about: 'A status line of HTTP/2, which has none; it is read all the same.',
  answer(socket) {
    socket.end(lines('HTTP/2.0 200 OK', 'content-type: text/html', 'connection: close', '', page(plain)))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
