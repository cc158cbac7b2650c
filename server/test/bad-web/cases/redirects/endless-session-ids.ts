import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'endless-session-ids',
  about: 'Hands out a new session id with every redirect.',
  serve(_request, response) {
    response.writeHead(302, { location: `/?PHPSESSID=${Math.random().toString(36).slice(2)}` }).end()
  },
  expect: {
    failure: 'too_many_redirects',
    message: 'more than 10 redirects',
    page: { status: 'failed', error: 'more than 10 redirects' },
  },
}
