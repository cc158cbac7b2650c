import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'header-says-utf-16',
  about: 'A header that says UTF-16 of a page in UTF-8.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.polish), 'text/html; charset=utf-16')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.polish,
    page: { status: 'extracted', text: paragraphs.polish },
  },
}
