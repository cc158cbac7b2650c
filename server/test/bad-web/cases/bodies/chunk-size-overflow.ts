import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chunk-size-overflow',
  about: 'A chunk whose size does not fit into 64 bits.',
  answer(socket) {
    socket.end(
      `${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', '')}fffffffffffffffff\r\nhello\r\n`,
    )
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
