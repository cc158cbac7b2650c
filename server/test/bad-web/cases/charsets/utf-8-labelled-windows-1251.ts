import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-8-labelled-windows-1251',
  about: 'UTF-8 with the label of windows-1251.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.russian), 'text/html; charset=windows-1251')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.russian,
    page: { status: 'extracted', text: paragraphs.russian },
  },
}
