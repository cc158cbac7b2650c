import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'endless-by-query',
  about: 'Leads to itself with another query, for ever.',
  serve(request, response) {
    response.writeHead(302, { location: `/?n=${Number(request.url?.split('=')[1] ?? 0) + 1}` }).end()
  },
  expect: {
    failure: 'too_many_redirects',
    message: 'more than 10 redirects',
    page: { status: 'failed', error: 'more than 10 redirects' },
  },
}
