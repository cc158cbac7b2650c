import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'text-nodes-without-number',
  about: 'A million texts with comments between them.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} ${'a<!---->'.repeat(800_000)}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
