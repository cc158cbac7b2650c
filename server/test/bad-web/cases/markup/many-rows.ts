import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'many-rows',
  about: 'A table of a hundred thousand rows.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p><table>${'<tr><td>a<td>b'.repeat(100_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
