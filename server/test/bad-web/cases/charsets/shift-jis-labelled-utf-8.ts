import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'shift-jis-labelled-utf-8',
  about: 'Shift_JIS with the label of UTF-8.',
  serve(_request, response) {
    sendPage(response, encodeText('shift_jis', page(paragraphs.japanese)), 'text/html; charset=utf-8')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'shift_jis',
    text: paragraphs.japanese,
    page: { status: 'extracted', text: paragraphs.japanese },
  },
}
