import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'meta-against-header',
  about: 'A meta element that contradicts the header, which is right.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.german, '<meta charset=windows-1252>'), 'text/html; charset=utf-8')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.german,
    page: { status: 'extracted', text: paragraphs.german },
  },
}
