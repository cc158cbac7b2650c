import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'for-sale',
  about: 'A domain that waits for a buyer.',
  serve(_request, response) {
    sendPage(response, '<title>example.org</title><p>This domain is for sale. Buy this domain today.</p>')
  },
  expect: { status: 200, page: { status: 'failed', error: /^parked domain: text / } },
}
