import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'just-a-moment',
  about: 'A challenge instead of the page, with status 403.',
  serve(_request, response) {
    response
      .writeHead(403, { 'content-type': 'text/html' })
      .end('<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p>')
  },
  expect: { status: 403, page: { status: 'failed', error: 'bot wall: title "Just a moment..."' } },
}
