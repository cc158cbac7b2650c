import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'text-area-without-end',
  about: 'A text area that is never closed takes in all that follows.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p><textarea>${'<p>x'.repeat(500_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
