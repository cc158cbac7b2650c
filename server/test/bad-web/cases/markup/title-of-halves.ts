import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'title-of-halves',
  about: 'A title whose every character has two halves.',
  serve(_request, response) {
    sendPage(
      response,
      `<meta name="description" content="x${'😀'.repeat(3_000)}"><title>x${'😀'.repeat(1_000)}</title><h1>x${'😀'.repeat(300)}</h1><dl><dt>x${'😀'.repeat(300)}<dd>y</dl><p>${plain}`,
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
