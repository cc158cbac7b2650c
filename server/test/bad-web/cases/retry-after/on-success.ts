import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'on-success',
  about: 'A page that was read, and asks for time.',
  serve(_request, response) {
    response.writeHead(200, { 'retry-after': '60', 'content-type': 'text/html' }).end(page(plain))
  },
  expect: { status: 200, retry_after_ms: null, text: plain, page: { status: 'extracted', text: plain } },
}
