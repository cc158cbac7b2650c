import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-8-undeclared',
  about: 'UTF-8 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.greek), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
