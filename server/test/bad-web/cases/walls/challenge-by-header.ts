import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'challenge-by-header',
  about: 'A challenge that only a header gives away.',
  serve(_request, response) {
    response
      .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
      .end('<title>example.org</title><p>Wait.</p>')
  },
  expect: { status: 403, page: { status: 'failed', error: 'bot wall: header cf-mitigated: challenge' } },
}
