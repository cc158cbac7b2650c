import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'pdf-as-html',
  about: 'A PDF that calls itself a page.',
  serve(_request, response) {
    sendPage(response, '%PDF-1.7 and so on', 'text/html; charset=utf-8')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/pdf',
    page: { status: 'skipped', error: 'application/pdf' },
  },
}
