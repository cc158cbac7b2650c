import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bomb-in-redirect',
  about: 'A redirect whose body is a bomb.',
  within_ms: 5_000,
  serve(request, response) {
    if (request.url === '/end') return sendPage(response)
    response.writeHead(302, { location: '/end', 'content-encoding': 'gzip' })
    bomb(response, ['gzip'])
  },
  expect: { status: 200, url: '/end', hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
