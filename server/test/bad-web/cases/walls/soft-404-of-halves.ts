import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'soft-404-of-halves',
  about: 'A missing page whose title is cut in the middle of a character.',
  serve(_request, response) {
    sendPage(response, `<title>404 ${'x'.repeat(55)}😀 not found</title><p>No.</p>`)
  },
  expect: { status: 200, page: { status: 'failed', error: /^soft 404: / } },
}
