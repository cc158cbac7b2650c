import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'opening-brackets',
  about: 'Nothing but beginnings of tags.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p>${'<'.repeat(1_000_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
