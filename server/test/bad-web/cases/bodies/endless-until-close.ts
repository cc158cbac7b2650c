import type { BadWebCase } from '../../bad-web-case.ts'
import { flood, lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'endless-until-close',
  about: 'A page without a length on a connection that never closes.',
  within_ms: 5_000,
  answer(socket) {
    socket.write(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'connection: close', '', ''))
    flood(socket, '<p>more and more</p>'.repeat(1000))
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
