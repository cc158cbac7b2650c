import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-with-garbage-type',
  about: 'A page whose type is no type.',
  serve(_request, response) {
    sendPage(response, page(plain), 'yes please')
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
