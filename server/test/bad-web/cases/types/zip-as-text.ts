import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'zip-as-text',
  about: 'A zip file that calls itself text.',
  serve(_request, response) {
    sendPage(response, Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), 'text/plain')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/zip',
    page: { status: 'skipped', error: 'application/zip' },
  },
}
