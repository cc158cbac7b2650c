import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-in-utf-16-without-type',
  about: 'A page in UTF-16 that does not say what it is.',
  serve(_request, response) {
    response.writeHead(200).end(Buffer.from(`\ufeff${page(plain)}`, 'utf16le'))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
