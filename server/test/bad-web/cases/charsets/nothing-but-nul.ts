import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'nothing-but-nul',
  about: 'A page of nothing but NULs.',
  serve(_request, response) {
    sendPage(response, Buffer.alloc(5000))
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/octet-stream',
    page: { status: 'skipped', error: 'application/octet-stream' },
  },
}
