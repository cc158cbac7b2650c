import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-in-capitals',
  about: 'A type in capitals.',
  serve(_request, response) {
    sendPage(response, page(plain), 'TEXT/HTML;CHARSET=UTF-8')
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
