import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'big5-undeclared',
  about: 'big5 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('big5', page(paragraphs.traditional)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'big5',
    text: paragraphs.traditional,
    page: { status: 'extracted', text: paragraphs.traditional },
  },
}
