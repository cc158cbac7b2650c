import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'one-bad-byte',
  about: 'A page in UTF-8 with one byte that is wrong: it stays UTF-8.',
  serve(_request, response) {
    const [start, end] = page(`${paragraphs.german} | ${paragraphs.greek}`).split('|')
    sendPage(
      response,
      Buffer.concat([Buffer.from(start ?? ''), Buffer.from([0xe9]), Buffer.from(end ?? '')]),
      'text/html; charset=utf-8',
    )
  },
  expect: {
    status: 200,
    charset: 'utf-8',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
