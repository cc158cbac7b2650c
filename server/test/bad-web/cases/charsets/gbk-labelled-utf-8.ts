import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'gbk-labelled-utf-8',
  about: 'GBK with the label of UTF-8.',
  serve(_request, response) {
    sendPage(response, encodeText('gbk', page(paragraphs.chinese)), 'text/html; charset=utf-8')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'gb18030',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
