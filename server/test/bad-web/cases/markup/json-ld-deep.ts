import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'json-ld-deep',
  about: 'Structured data nested half a million times.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(
      response,
      page(plain, `<script type="application/ld+json">${'['.repeat(500_000)}${']'.repeat(500_000)}</script>`),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
