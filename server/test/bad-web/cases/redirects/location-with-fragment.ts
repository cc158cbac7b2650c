import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'location-with-fragment',
  about: 'A redirect to a part of a page, which is never sent.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: '/end#part' }).end()
  },
  expect: { status: 200, url: '/end', hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
