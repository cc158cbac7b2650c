import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'canonical-elsewhere',
  about: 'Calls a page of another site its original.',
  serve(_request, response) {
    sendPage(response, page(plain, '<link rel="canonical" href="https://elsewhere.test/original">'))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
