import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'tag-without-end',
  about: 'A tag that is never closed.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p><p class="${'x'.repeat(5_000_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
