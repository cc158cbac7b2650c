import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'entity-without-end',
  about: 'A character reference of five million digits.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} &#${'1'.repeat(5_000_000)};`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
