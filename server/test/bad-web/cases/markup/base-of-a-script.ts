import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'base-of-a-script',
  about: 'A base that is no address of the web.',
  serve(_request, response) {
    sendPage(
      response,
      page(`${plain} <a href="a">a</a>`, '<base href="javascript:alert(1)"><base href="data:text/html,x">'),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
