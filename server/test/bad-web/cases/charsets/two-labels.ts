import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'two-labels',
  about: 'Two charsets in one header.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.greek), 'text/html; charset=utf-8; charset=koi8-r')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
