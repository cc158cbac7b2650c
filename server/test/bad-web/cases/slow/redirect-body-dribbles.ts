import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble, page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'redirect-body-dribbles',
  about: 'A redirect whose own body never ends.',
  serve(request, response) {
    if (request.url === '/end') return sendPage(response)
    response.writeHead(302, { location: '/end' })
    dribble(response, page(plain))
  },
  expect: { status: 200, url: '/end', hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
