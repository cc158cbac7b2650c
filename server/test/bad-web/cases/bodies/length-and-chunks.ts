import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'length-and-chunks',
  about: 'A length and chunks at once: the way to smuggle a second answer.',
  answer(socket) {
    socket.end(
      `${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: 10', 'transfer-encoding: chunked', '', '')}5\r\nhello\r\n0\r\n\r\n`,
    )
  },
  expect: {
    failure: 'cut_off',
    message: 'response ended early',
    page: { status: 'failed', error: 'response ended early' },
  },
}
