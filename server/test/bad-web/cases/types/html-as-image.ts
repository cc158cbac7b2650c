import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-as-image',
  about: 'A page that calls itself an image is left alone.',
  serve(_request, response) {
    sendPage(response, page(plain), 'image/png')
  },
  expect: { status: 200, kind: 'other', type: 'image/png', page: { status: 'skipped', error: 'image/png' } },
}
