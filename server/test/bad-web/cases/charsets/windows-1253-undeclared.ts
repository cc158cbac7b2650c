import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1253-undeclared',
  about: 'windows-1253 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1253', page(paragraphs.greek)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'iso-8859-7',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
