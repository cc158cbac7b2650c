import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'image-as-html',
  about: 'An image that calls itself a page.',
  serve(_request, response) {
    sendPage(response, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)]), 'text/html')
  },
  expect: { status: 200, kind: 'other', type: 'image/png', page: { status: 'skipped', error: 'image/png' } },
}
