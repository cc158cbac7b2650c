import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'relative-location',
  about: 'A redirect to a relative address.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'end' }).end()
  },
  expect: { status: 200, url: '/end', hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
