import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'garbage-after-body',
  about: 'More bytes on the connection than the answer has.',
  answer(socket) {
    const body = page(plain)
    socket.end(
      lines('HTTP/1.1 200 OK', 'content-type: text/html', `content-length: ${body.length}`, '', body) +
        'garbage '.repeat(1000),
    )
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
