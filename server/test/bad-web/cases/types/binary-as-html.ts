import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'binary-as-html',
  about: 'Bytes that call themselves a page.',
  serve(_request, response) {
    sendPage(response, Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 31) % 256)), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/octet-stream',
    page: { status: 'skipped', error: 'application/octet-stream' },
  },
}
