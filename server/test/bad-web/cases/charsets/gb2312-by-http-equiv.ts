import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'gb2312-by-http-equiv',
  about: 'GB2312, by a meta element of the old kind.',
  serve(_request, response) {
    sendPage(
      response,
      encodeText(
        'gbk',
        page(paragraphs.chinese, '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'),
      ),
      'text/html',
    )
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'gbk',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
