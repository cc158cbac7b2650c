import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'length-too-short',
  about: 'Goes on behind the length that it announced.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: 20', '', '') + page(plain))
  },
  expect: { status: 200, bytes: 20, page: { status: 'skipped', error: 'thin page: 0 words of text' } },
}
