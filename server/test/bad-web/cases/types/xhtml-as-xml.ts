import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'xhtml-as-xml',
  about: 'XHTML that calls itself XML.',
  serve(_request, response) {
    sendPage(
      response,
      `<?xml version="1.0"?><!-- x --><!DOCTYPE html PUBLIC "a" "b"><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${plain}</p></body></html>`,
      'application/xml',
    )
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
