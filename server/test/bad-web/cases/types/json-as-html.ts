import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'json-as-html',
  about: 'JSON that calls itself a page.',
  serve(_request, response) {
    sendPage(response, JSON.stringify({ plain, list: [1, 2, 3] }, null, 2), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/json',
    page: { status: 'skipped', error: 'application/json' },
  },
}
