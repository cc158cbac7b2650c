import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'base-of-another-site',
  about: 'All relative links lead to another site, says the base.',
  serve(_request, response) {
    sendPage(response, page(`${plain} <a href="a">a</a> <a href="/b">b</a>`, '<base href="http://inside.test/x/">'))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
