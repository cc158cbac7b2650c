import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'header-of-the-prototype',
  about: 'Headers named like properties that every object has.',
  answer(socket) {
    socket.end(
      lines(
        'HTTP/1.1 200 OK',
        '__proto__: x',
        'constructor: y',
        'content-type: text/html',
        'connection: close',
        '',
        page(plain),
      ),
    )
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
