import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-as-octet-stream',
  about: 'A page that calls itself bytes.',
  serve(_request, response) {
    sendPage(response, page(plain), 'application/octet-stream')
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
