import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'gb18030-by-header',
  about: 'GB18030, by the header.',
  serve(_request, response) {
    sendPage(response, encodeText('gb18030', page(paragraphs.chinese)), 'text/html; charset=GB18030')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'gb18030',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
