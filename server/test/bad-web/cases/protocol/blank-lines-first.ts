import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'blank-lines-first',
  about: 'Blank lines before the status line.',
  answer(socket) {
    socket.end(`\r\n\r\n${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'connection: close', '', page(plain))}`)
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
