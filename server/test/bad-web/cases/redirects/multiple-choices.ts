import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'multiple-choices',
  about: '300, which leads nowhere by itself.',
  serve(_request, response) {
    response.writeHead(300, { location: '/end', 'content-type': 'text/html' }).end(page(plain))
  },
  expect: { status: 300, url: '/', hops: 0, page: { status: 'failed', error: 'HTTP 300' } },
}
