import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'canonical-of-nothing',
  about: 'Calls itself what no address can be.',
  serve(_request, response) {
    sendPage(response, page(plain, '<link rel="canonical" href="http://["><link rel="canonical" href="mailto:a@b">'))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
