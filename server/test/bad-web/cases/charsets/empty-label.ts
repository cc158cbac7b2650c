import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'empty-label',
  about: 'A charset that is empty.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.greek), 'text/html; charset=')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
