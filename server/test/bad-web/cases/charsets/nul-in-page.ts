import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'nul-in-page',
  about: 'A page with NULs among its letters.',
  serve(_request, response) {
    sendPage(response, page(plain).replace('lighthouse', 'light\0house').replace('keeper', 'kee\0per'))
  },
  expect: { status: 200, kind: 'html', charset: 'utf-8', text: plain, page: { status: 'extracted', text: plain } },
}
