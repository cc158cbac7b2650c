import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'last-byte-missing',
  about: 'All of the page but its last byte.',
  answer(socket) {
    const body = page(plain)
    socket.write(
      lines('HTTP/1.1 200 OK', 'content-type: text/html', `content-length: ${body.length}`, '', body.slice(0, -1)),
    )
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
