import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'euc-kr-undeclared',
  about: 'euc-kr that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('euc-kr', page(paragraphs.korean)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'euc-kr',
    text: paragraphs.korean,
    page: { status: 'extracted', text: paragraphs.korean },
  },
}
