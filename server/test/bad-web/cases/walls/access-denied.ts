import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'access-denied',
  about: 'A firewall that lets no machine in.',
  serve(_request, response) {
    response
      .writeHead(403, { 'content-type': 'text/html' })
      .end('<title>Access Denied</title><p>You don\'t have permission to access "/" on this server.</p>')
  },
  expect: { status: 403, page: { status: 'failed', error: 'bot wall: title "Access Denied"' } },
}
