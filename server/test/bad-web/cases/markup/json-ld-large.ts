import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'json-ld-large',
  about: 'Structured data of three megabytes.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(
      response,
      page(plain, `<script type="application/ld+json">${JSON.stringify({ name: 'x'.repeat(3_000_000) })}</script>`),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
