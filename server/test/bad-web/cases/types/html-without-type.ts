import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-without-type',
  about: 'A page that does not say what it is.',
  serve(_request, response) {
    response.writeHead(200).end(page(plain))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
