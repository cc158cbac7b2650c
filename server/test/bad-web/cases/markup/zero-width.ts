import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'zero-width',
  about: 'A million characters that nobody sees.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} ${'\u200b\u200d\ufeff'.repeat(300_000)}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
