import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'loop-of-two',
  about: 'Two addresses that lead to each other.',
  path: '/a',
  serve(request, response) {
    response.writeHead(301, { location: request.url === '/a' ? '/b' : '/a' }).end()
  },
  expect: {
    failure: 'too_many_redirects',
    message: 'redirect loop',
    page: { status: 'failed', error: 'redirect loop' },
  },
}
