import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'gbk-undeclared',
  about: 'gbk that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('gbk', page(paragraphs.chinese)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'gb18030',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
