import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'undecodable-label',
  about: 'An encoding that browsers refuse, over plain ASCII.',
  serve(_request, response) {
    sendPage(response, page(plain), 'text/html; charset=iso-2022-kr')
  },
  expect: { status: 200, charset: 'utf-8', text: plain, page: { status: 'extracted', text: plain } },
}
