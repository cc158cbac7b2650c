import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'iso-8859-1-is-windows-1252',
  about: 'windows-1252 under the name of Latin 1, as on most of the web.',
  serve(_request, response) {
    sendPage(response, encodeText('windows-1252', page(paragraphs.german)), 'text/html; charset=iso-8859-1')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'windows-1252',
    text: paragraphs.german,
    page: { status: 'extracted', text: paragraphs.german },
  },
}
