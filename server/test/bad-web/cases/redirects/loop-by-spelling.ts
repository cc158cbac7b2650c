import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'loop-by-spelling',
  about: 'Leads back to itself, spelt in another way.',
  serve(_request, response) {
    response.writeHead(302, { location: '/a/../b/.././' }).end()
  },
  expect: {
    failure: 'too_many_redirects',
    message: 'redirect loop',
    page: { status: 'failed', error: 'redirect loop' },
  },
}
