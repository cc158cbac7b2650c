import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'unknown-label',
  about: 'A charset that nobody knows.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.greek), 'text/html; charset=x-klingon')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
