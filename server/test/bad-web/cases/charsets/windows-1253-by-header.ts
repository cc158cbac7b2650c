import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1253-by-header',
  about: 'windows-1253, by the header.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1253', page(paragraphs.greek)), 'text/html;charset=windows-1253')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1253',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
