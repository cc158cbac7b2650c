import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'location-in-latin-1',
  about: 'A redirect to a letter beyond ASCII that is no UTF-8.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.socket?.end(
      Buffer.from(
        lines('HTTP/1.1 302 Found', 'location: /straße', 'content-length: 0', 'connection: close', '', ''),
        'latin1',
      ),
    )
  },
  expect: { status: 200, hops: 1, text: plain, page: { status: 'extracted', text: plain } },
}
