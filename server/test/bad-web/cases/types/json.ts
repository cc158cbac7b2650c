import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'json',
  about: 'JSON.',
  serve(_request, response) {
    sendPage(response, JSON.stringify({ plain }), 'application/json')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/json',
    page: { status: 'skipped', error: 'application/json' },
  },
}
