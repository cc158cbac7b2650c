import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-8-labelled-shift-jis',
  about: 'UTF-8 with the label of Shift_JIS.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.japanese, '<meta charset=shift_jis>'), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.japanese,
    page: { status: 'extracted', text: paragraphs.japanese },
  },
}
