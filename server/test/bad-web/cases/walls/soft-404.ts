import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'soft-404',
  about: 'A missing page with status 200.',
  serve(_request, response) {
    sendPage(response, '<title>Page not found</title><h1>Oops</h1><p>It is not here.</p>')
  },
  expect: { status: 200, page: { status: 'failed', error: 'soft 404: "Page not found"' } },
}
