import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-with-any-type',
  about: 'A page that says it is anything.',
  serve(_request, response) {
    sendPage(response, page(plain), '*/*')
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
