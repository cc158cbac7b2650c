import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'soft-404-in-german',
  about: 'The same in German, in its heading.',
  serve(_request, response) {
    sendPage(response, '<title>Beispiel</title><h1>Seite nicht gefunden</h1><p>Leider.</p>')
  },
  expect: { status: 200, page: { status: 'failed', error: 'soft 404: "Seite nicht gefunden"' } },
}
