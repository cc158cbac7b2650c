import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'million-nested-elements',
  about: 'A million elements, each within the one before.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `${'<div>'.repeat(1_000_000)}<p>${plain}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
