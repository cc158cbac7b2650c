import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'unclosed-everything',
  about: 'Elements of all kinds, none of them closed.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(
      response,
      `<title>T</title><p>${plain}</p>${'<p><b><a href=x><table><tr><td><ul><li><dl><dt>x<select><option>y'.repeat(20_000)}`,
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
