import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'svg',
  about: 'A drawing.',
  serve(_request, response) {
    sendPage(response, `<svg xmlns="http://www.w3.org/2000/svg"><text>${plain}</text></svg>`, 'image/svg+xml')
  },
  expect: { status: 200, kind: 'other', type: 'image/svg+xml', page: { status: 'skipped', error: 'image/svg+xml' } },
}
