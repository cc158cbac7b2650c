import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'location-in-utf-8',
  about: 'A redirect to letters beyond ASCII, not escaped.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response, page(`${plain} ${request.url}`))
    response.socket?.end(
      Buffer.from(lines('HTTP/1.1 302 Found', 'location: /straße', 'content-length: 0', 'connection: close', '', '')),
    )
  },
  expect: { status: 200, url: '/stra%C3%9Fe', hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
