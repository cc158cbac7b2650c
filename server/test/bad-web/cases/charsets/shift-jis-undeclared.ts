import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'shift-jis-undeclared',
  about: 'shift-jis that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('shift_jis', page(paragraphs.japanese)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'shift_jis',
    text: paragraphs.japanese,
    page: { status: 'extracted', text: paragraphs.japanese },
  },
}
