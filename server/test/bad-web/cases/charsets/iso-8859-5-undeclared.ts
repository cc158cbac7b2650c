import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'iso-8859-5-undeclared',
  about: 'iso-8859-5 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('iso-8859-5', page(paragraphs.russian)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'iso-8859-5',
    text: paragraphs.russian,
    page: { status: 'extracted', text: paragraphs.russian },
  },
}
