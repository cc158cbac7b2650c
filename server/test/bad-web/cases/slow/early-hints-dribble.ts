import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'early-hints-dribble',
  about: 'Early hints, again and again.',
  answer(socket) {
    socket.setNoDelay()
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 40)
    socket.on('close', () => clearInterval(timer))
  },
  expect: { failure: 'timeout', page: { status: 'failed', error: 'invalid HTTP response' } },
}
