import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'ssh-banner',
  about: 'Another protocol altogether.',
  answer(socket) {
    socket.end('SSH-2.0-OpenSSH_9.6\r\n')
  },
  expect: {
    failure: 'protocol',
    message: 'invalid HTTP response',
    page: { status: 'failed', error: 'invalid HTTP response' },
  },
}
