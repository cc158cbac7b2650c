import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'iso-8859-2-undeclared',
  about: 'iso-8859-2 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('iso-8859-2', page(paragraphs.polish)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'iso-8859-2',
    text: paragraphs.polish,
    page: { status: 'extracted', text: paragraphs.polish },
  },
}
