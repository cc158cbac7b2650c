import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'two-types',
  about: 'Two types: the last one counts.',
  serve(_request, response) {
    response.setHeader('content-type', ['text/plain', 'text/html'])
    response.end(page(plain))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
