import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'iso-2022-jp-undeclared',
  about: 'iso-2022-jp that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('iso-2022-jp', page(paragraphs.japanese)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'iso-2022-jp',
    text: paragraphs.japanese,
    page: { status: 'extracted', text: paragraphs.japanese },
  },
}
