import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'ends-of-nothing',
  about: 'A quarter of a million end tags of elements that were never opened.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${'</div></p></td></a></h1>'.repeat(50_000)}${plain}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
