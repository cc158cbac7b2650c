import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1252-undeclared',
  about: 'windows-1252 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1252', page(paragraphs.german)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1252',
    text: paragraphs.german,
    page: { status: 'extracted', text: paragraphs.german },
  },
}
