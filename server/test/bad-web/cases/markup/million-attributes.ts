import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'million-attributes',
  about: 'One element with a million attributes.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p ${'a b=c '.repeat(1_000_000)}>${plain}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
