import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'location-with-blanks',
  about: 'A redirect with blanks around its address.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: '   /end   ' }).end()
  },
  expect: { status: 200, url: '/end', hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
