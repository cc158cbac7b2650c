import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1255-undeclared',
  about: 'windows-1255 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1255', page(paragraphs.hebrew)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'iso-8859-8',
    text: paragraphs.hebrew,
    page: { status: 'extracted', text: paragraphs.hebrew },
  },
}
