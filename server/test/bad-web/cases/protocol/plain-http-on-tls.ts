import type { BadWebCase } from '../../bad-web-case.ts'
import { lines } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'plain-http-on-tls',
  about: 'Speaks plain HTTP where TLS was asked for.',
  https: true,
  accept(socket) {
    socket.end(lines('HTTP/1.1 400 Bad Request', '', ''))
  },
  expect: { failure: 'not_tls', message: /^TLS: /, page: { status: 'failed', error: /^TLS: / } },
}
