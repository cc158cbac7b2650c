import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-behind-comment',
  about: 'A page of unknown type that begins with a comment.',
  serve(_request, response) {
    response.writeHead(200).end(`<!-- made by hand -->\n${page(plain)}`)
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
