import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'http-1-0',
  about: 'HTTP/1.0, which ends with its connection.',
  answer(socket) {
    socket.end(lines('HTTP/1.0 200 OK', 'content-type: text/html', '', page(plain)))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
