import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'too-many-requests-wall',
  about: 'A captcha with status 429.',
  serve(_request, response) {
    response
      .writeHead(429, { 'content-type': 'text/html' })
      .end('<title>Sorry</title><p>Unusual traffic from your network. Solve this captcha.</p>')
  },
  expect: { status: 429, page: { status: 'failed', error: /^bot wall: text / } },
}
