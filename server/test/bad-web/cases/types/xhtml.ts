import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'xhtml',
  about: 'XHTML.',
  serve(_request, response) {
    sendPage(
      response,
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${plain}</p></body></html>`,
      'application/xhtml+xml',
    )
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
