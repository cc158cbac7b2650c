import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-16le-without-mark',
  about: 'Little-endian UTF-16 that says nothing about itself.',
  serve(_request, response) {
    sendPage(response, encodeText('utf-16le', page(paragraphs.chinese)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-16le',
    text: paragraphs.chinese,
    page: { status: 'extracted', text: paragraphs.chinese },
  },
}
