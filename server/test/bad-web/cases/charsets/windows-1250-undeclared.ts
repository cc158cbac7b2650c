import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1250-undeclared',
  about: 'windows-1250 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1250', page(paragraphs.polish)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1250',
    text: paragraphs.polish,
    page: { status: 'extracted', text: paragraphs.polish },
  },
}
