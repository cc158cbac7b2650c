import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'many-breaks',
  about: 'Three hundred thousand lines in one paragraph.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain}${'<br>a'.repeat(300_000)}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
