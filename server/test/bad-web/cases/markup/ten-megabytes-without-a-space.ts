import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'ten-megabytes-without-a-space',
  about: 'One word of ten million letters.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} ${'x'.repeat(10_000_000)}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
