import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'comment-without-end',
  about: 'A comment that is never closed.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p><!-- ${'- '.repeat(2_000_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
