import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'quarter-million-attribute-names',
  about: 'One element with attributes of a quarter of a million different names.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p ${Array.from({ length: 250_000 }, (_, n) => `a${n}=1`).join(' ')}>${plain}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
