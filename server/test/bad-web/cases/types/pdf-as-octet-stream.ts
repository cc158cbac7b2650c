import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'pdf-as-octet-stream',
  about: 'A PDF that calls itself bytes.',
  serve(_request, response) {
    sendPage(response, '%PDF-1.7 and so on', 'application/octet-stream')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/pdf',
    page: { status: 'skipped', error: 'application/pdf' },
  },
}
