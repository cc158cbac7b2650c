import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-16-labelled-utf-8',
  about: 'UTF-16 with the label of UTF-8 and no mark.',
  serve(_request, response) {
    sendPage(response, encodeText('utf-16be', page(paragraphs.russian)), 'text/html; charset=utf-8')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-16be',
    text: paragraphs.russian,
    page: { status: 'extracted', text: paragraphs.russian },
  },
}
