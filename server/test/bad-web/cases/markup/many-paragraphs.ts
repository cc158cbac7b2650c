import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'many-paragraphs',
  about: 'A hundred thousand paragraphs of one letter.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p>${'<p>x'.repeat(100_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
