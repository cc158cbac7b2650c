import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'surrogates-in-utf-8',
  about: 'Half letters of UTF-16 written in UTF-8.',
  serve(_request, response) {
    sendPage(
      response,
      Buffer.concat([Buffer.from(page(plain)), Buffer.from([0xed, 0xa0, 0x80])]),
      'text/html; charset=utf-8',
    )
  },
  expect: { status: 200, charset: 'utf-8', text: plain, page: { status: 'extracted', text: plain } },
}
