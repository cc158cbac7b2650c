import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1251-undeclared',
  about: 'windows-1251 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1251', page(paragraphs.russian)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1251',
    text: paragraphs.russian,
    page: { status: 'extracted', text: paragraphs.russian },
  },
}
