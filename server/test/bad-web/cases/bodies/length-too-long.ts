import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'length-too-long',
  about: 'Ends before the length that it announced.',
  answer(socket) {
    socket.end(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: 5000', '', '') + page(plain))
  },
  expect: {
    failure: 'cut_off',
    message: 'response ended early',
    page: { status: 'failed', error: 'response ended early' },
  },
}
