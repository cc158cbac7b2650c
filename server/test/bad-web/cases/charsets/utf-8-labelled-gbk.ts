import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-8-labelled-gbk',
  about: 'UTF-8 with the label of GBK.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.chinese), 'text/html; charset=gbk')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
