import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-as-plain-text',
  about: 'A page that calls itself text stays text, as its author wanted.',
  serve(_request, response) {
    sendPage(response, page(plain), 'text/plain')
  },
  expect: { status: 200, kind: 'text', text: plain, page: { status: 'extracted', text: plain } },
}
