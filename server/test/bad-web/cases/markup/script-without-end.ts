import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'script-without-end',
  about: 'A script that is never closed.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p><script>${'</scrip'.repeat(500_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
