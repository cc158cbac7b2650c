import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'challenge-with-503',
  about: 'A challenge with status 503: it would be the same in a minute.',
  serve(_request, response) {
    response
      .writeHead(503, { 'content-type': 'text/html', 'retry-after': '5' })
      .end('<title>Checking your browser</title><p>Checking your browser before you go on.</p>')
  },
  expect: { status: 503, page: { status: 'failed', error: /^bot wall: / } },
}
