import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'mark-in-the-middle',
  about: 'A byte order mark in the middle of the page.',
  serve(_request, response) {
    sendPage(response, page(`${plain}\ufeff more`), 'text/html; charset=utf-8')
  },
  expect: { status: 200, charset: 'utf-8', text: plain, page: { status: 'extracted', text: plain } },
}
