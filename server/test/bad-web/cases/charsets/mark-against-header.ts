import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'mark-against-header',
  about: 'A mark of UTF-8 that contradicts the header.',
  serve(_request, response) {
    sendPage(response, `\ufeff${page(paragraphs.german)}`, 'text/html; charset=windows-1252')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.german,
    page: { status: 'extracted', text: paragraphs.german },
  },
}
