import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble, lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'length-enormous',
  about: 'Announces a hundred terabytes and sends them slowly.',
  answer(socket) {
    socket.write(lines('HTTP/1.1 200 OK', 'content-type: text/html', 'content-length: 99999999999999', '', ''))
    dribble(socket, page(plain))
  },
  expect: {
    failure: 'too_large',
    message: 'larger than 10 MiB',
    page: { status: 'failed', error: 'larger than 10 MiB' },
  },
}
