import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'overlong-utf-8',
  about: 'A slash in two bytes, as nobody may write it.',
  serve(_request, response) {
    sendPage(
      response,
      Buffer.concat([Buffer.from(page(plain)), Buffer.from([0xc0, 0xaf, 0xe0, 0x80, 0xaf])]),
      'text/html; charset=utf-8',
    )
  },
  expect: { status: 200, charset: 'utf-8', text: plain, without: '/�/', page: { status: 'extracted', text: plain } },
}
