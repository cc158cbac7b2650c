import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'koi8-r-undeclared',
  about: 'koi8-r that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('koi8-r', page(paragraphs.russian)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'koi8-r',
    text: paragraphs.russian,
    page: { status: 'extracted', text: paragraphs.russian },
  },
}
