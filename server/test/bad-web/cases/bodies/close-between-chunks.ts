import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'close-between-chunks',
  about: 'Hangs up before the last chunk.',
  answer(socket) {
    socket.end(
      `${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', '')}5\r\nhello\r\n`,
    )
  },
  expect: { failure: 'cut_off', page: { status: 'failed' } },
}
