import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'reset-in-body',
  about: 'Resets the connection within the body.',
  answer(socket) {
    socket.write(
      lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: 5000', '', '') + page(plain),
      () => setTimeout(() => socket.resetAndDestroy(), 20),
    )
  },
  expect: { failure: 'cut_off', page: { status: 'failed' } },
}
