import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'script',
  about: 'A script.',
  serve(_request, response) {
    sendPage(response, 'alert(1)', 'text/javascript')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'text/javascript',
    page: { status: 'skipped', error: 'text/javascript' },
  },
}
