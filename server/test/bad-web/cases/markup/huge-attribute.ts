import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'huge-attribute',
  about: 'An address of five million characters, and a class of as many.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} <a href="/${'x'.repeat(5_000_000)}" class="${'a '.repeat(2_000_000)}">there</a>`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
