import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'without-location',
  about: 'A redirect that does not say where to.',
  serve(_request, response) {
    response.writeHead(302).end()
  },
  expect: {
    failure: 'bad_redirect',
    message: 'redirect without an address',
    page: { status: 'failed', error: 'redirect without an address' },
  },
}
