import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'gbk-by-meta',
  about: 'GBK, by a meta element.',
  serve(_request, response) {
    sendPage(response, encodeText('gbk', page(paragraphs.chinese, '<meta charset=gbk>')), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'gbk',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
