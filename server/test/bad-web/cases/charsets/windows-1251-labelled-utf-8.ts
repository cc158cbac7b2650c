import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'windows-1251-labelled-utf-8',
  about: 'windows-1251 with the label of UTF-8.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1251', page(paragraphs.russian)), 'text/html; charset=utf-8')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1251',
    text: paragraphs.russian,
    page: { status: 'extracted', text: paragraphs.russian },
  },
}
