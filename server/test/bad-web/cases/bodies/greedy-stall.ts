import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'greedy-stall',
  about: 'Sends more than a page usually is, and stops: it must not hold up other large pages.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(`<p>${'x'.repeat(600_000)}`)
  },
  expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
}
