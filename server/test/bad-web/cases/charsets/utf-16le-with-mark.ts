import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-16le-with-mark',
  about: 'Little-endian UTF-16 with its mark and the label of UTF-8.',
  serve(_request, response) {
    sendPage(
      response,
      Buffer.concat([Buffer.from([0xff, 0xfe]), encodeText('utf-16le', page(paragraphs.german))]),
      'text/html; charset=utf-8',
    )
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-16le',
    text: paragraphs.german,
    page: { status: 'extracted', text: paragraphs.german },
  },
}
