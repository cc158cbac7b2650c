import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'binary-as-text',
  about: 'Bytes that call themselves text.',
  serve(_request, response) {
    sendPage(response, Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 31) % 256)), 'text/plain')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/octet-stream',
    page: { status: 'skipped', error: 'application/octet-stream' },
  },
}
