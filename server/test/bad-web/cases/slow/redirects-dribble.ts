import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'redirects-dribble',
  about: 'Nine redirects that take a tenth of a second each: a deadline is for all of them.',
  path: '/1',
  serve(request, response) {
    setTimeout(() => response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(), 100)
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: 'more than 10 redirects' },
  },
}
