import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'gif-with-markup',
  about: 'A GIF with markup within it.',
  serve(_request, response) {
    sendPage(response, `GIF89a${page(plain)}`, 'text/html')
  },
  expect: { status: 200, kind: 'other', type: 'image/gif', page: { status: 'skipped', error: 'image/gif' } },
}
