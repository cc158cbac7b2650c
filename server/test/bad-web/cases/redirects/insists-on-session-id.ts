import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'insists-on-session-id',
  about: 'Answers only to addresses with a session id.',
  serve(request, response) {
    if (request.url?.includes('PHPSESSID')) return sendPage(response)
    response.writeHead(302, { location: '/?PHPSESSID=abc123' }).end()
  },
  expect: { status: 200, url: '/', hops: 0, text: plain, page: { status: 'extracted', text: plain } },
}
