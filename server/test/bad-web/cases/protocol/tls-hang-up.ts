import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'tls-hang-up',
  about: 'Hangs up within the TLS handshake.',
  https: true,
  accept(socket) {
    socket.end()
  },
  expect: { failure: 'connect', message: 'connection closed', page: { status: 'failed', error: 'connection closed' } },
}
