import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'status-without-reason',
  about: 'A status line without words.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200', 'content-type: text/html', 'connection: close', '', page(plain)))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
