import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'unasked-not-modified',
  about: 'Not modified, though nobody has an earlier version.',
  serve(_request, response) {
    response.writeHead(304).end()
  },
  expect: {
    failure: 'protocol',
    message: 'HTTP 304 to a request without conditions',
    page: { status: 'failed', error: 'HTTP 304 to a request without conditions' },
  },
}
