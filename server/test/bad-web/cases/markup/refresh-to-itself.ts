import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'refresh-to-itself',
  about: 'Sends its reader to itself, at once and for ever.',
  serve(_request, response) {
    sendPage(response, page(plain, '<meta http-equiv="refresh" content="0; url=/">'))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
