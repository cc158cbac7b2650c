import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1256-undeclared',
  about: 'windows-1256 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1256', page(paragraphs.arabic)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1256',
    text: paragraphs.arabic,
    page: { status: 'extracted', text: paragraphs.arabic },
  },
}
