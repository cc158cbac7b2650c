import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { encodeText } from '../../encode-text.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'utf-16be-with-mark',
  about: 'Big-endian UTF-16 with its mark.',
  serve(_request, response) {
    sendPage(
      response,
      Buffer.concat([Buffer.from([0xfe, 0xff]), encodeText('utf-16be', page(paragraphs.japanese))]),
      'text/html',
    )
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-16be',
    text: paragraphs.japanese,
    page: { status: 'extracted', text: paragraphs.japanese },
  },
}
