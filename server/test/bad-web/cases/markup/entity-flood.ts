import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'entity-flood',
  about: 'Four hundred thousand character references.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} ${'&amp;&lt;&#65;&nosuch;'.repeat(100_000)}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
