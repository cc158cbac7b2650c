import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'pdf',
  about: 'A PDF.',
  serve(_request, response) {
    sendPage(response, '%PDF-1.7 and so on', 'application/pdf')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/pdf',
    page: { status: 'skipped', error: 'application/pdf' },
  },
}
