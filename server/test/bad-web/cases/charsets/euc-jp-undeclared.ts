import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'euc-jp-undeclared',
  about: 'euc-jp that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('euc-jp', page(paragraphs.japanese)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'euc-jp',
    text: paragraphs.japanese,
    page: { status: 'extracted', text: paragraphs.japanese },
  },
}
