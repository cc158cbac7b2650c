import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'json-ld-with-nul',
  about: 'Structured data with what no database keeps.',
  serve(_request, response) {
    sendPage(response, page(plain, '<script type="application/ld+json">{"name": "a\\u0000b \\ud800 \0"}</script>'))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
