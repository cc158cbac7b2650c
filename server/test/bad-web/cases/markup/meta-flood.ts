import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'meta-flood',
  about: 'Fifty thousand notes about itself.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(
      response,
      page(plain, Array.from({ length: 50_000 }, (_, n) => `<meta name="og:x${n}" content="y">`).join('')),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
