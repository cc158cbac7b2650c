import type { BadWebCase } from '../../bad-web-case.ts'
import { flood, lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chunks-of-one-byte',
  about: 'A large page in chunks of one byte each.',
  within_ms: 15_000,
  answer(socket) {
    socket.write(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'transfer-encoding: chunked', '', ''))
    flood(socket, '1\r\nx\r\n'.repeat(10_000))
  },
  expect: {
    failure: 'protocol',
    message: 'response in too many pieces',
    page: { status: 'failed', error: 'response in too many pieces' },
  },
}
