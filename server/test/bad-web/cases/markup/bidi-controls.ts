import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bidi-controls',
  about: 'Text that turns its own direction.',
  serve(_request, response) {
    sendPage(response, page(`\u202e${plain}\u202c \u2067abc\u2069`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
