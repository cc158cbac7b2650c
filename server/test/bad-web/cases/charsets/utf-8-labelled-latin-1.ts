import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-8-labelled-latin-1',
  about: 'UTF-8 with the label of Latin 1.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.german), 'text/html; charset=iso-8859-1')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.german,
    page: { status: 'extracted', text: paragraphs.german },
  },
}
