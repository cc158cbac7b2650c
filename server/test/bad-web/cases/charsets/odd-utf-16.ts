import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'odd-utf-16',
  about: 'UTF-16 with a byte too many.',
  serve(_request, response) {
    const text = Buffer.from(`\ufeff${page(plain)}`, 'utf16le')
    sendPage(response, Buffer.concat([text, Buffer.from([0x41])]))
  },
  expect: { status: 200, charset: 'utf-16le', text: plain, page: { status: 'extracted', text: plain } },
}
