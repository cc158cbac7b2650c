import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'letter-cut-in-two',
  about: 'A page that ends within a letter.',
  serve(_request, response) {
    sendPage(response, Buffer.from(`${page(plain)}ü`).subarray(0, -1), 'text/html; charset=utf-8')
  },
  expect: { status: 200, charset: 'utf-8', text: plain, page: { status: 'extracted', text: plain } },
}
