import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'huge-type',
  about: 'A content type of thirty thousand letters, which is none.',
  serve(_request, response) {
    sendPage(response, page(plain), `application/${'x'.repeat(30_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
