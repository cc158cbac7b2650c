import type { BadWebCase } from '../../bad-web-case.ts'
import { flood, lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'trailers-without-end',
  about: 'Trailers behind the last chunk that never end.',
  within_ms: 5_000,
  answer(socket) {
    socket.write(
      `${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', '')}5\r\nhello\r\n0\r\n`,
    )
    flood(socket, 'x-trailer: more\r\n'.repeat(1000))
  },
  expect: {
    failure: 'protocol',
    message: 'response headers too large',
    page: { status: 'failed', error: 'response headers too large' },
  },
}
