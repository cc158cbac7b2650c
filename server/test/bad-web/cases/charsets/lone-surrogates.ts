import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'lone-surrogates',
  about: 'UTF-16 with half letters in it.',
  serve(_request, response) {
    const text = Buffer.from(`\ufeff${page(plain)}`, 'utf16le')
    sendPage(response, Buffer.concat([text, Buffer.from([0x00, 0xd8, 0x41, 0x00, 0x00, 0xdc])]))
  },
  expect: { status: 200, charset: 'utf-16le', text: plain, page: { status: 'extracted', text: plain } },
}
