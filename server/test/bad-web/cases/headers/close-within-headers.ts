import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'close-within-headers',
  about: 'Hangs up within the headers.',
  answer(socket) {
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: te')
  },
  expect: { failure: 'cut_off', page: { status: 'failed' } },
}
