import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'link-text-of-halves',
  about: 'Links whose text is cut in the middle of a character, wherever one cuts.',
  serve(_request, response) {
    sendPage(
      response,
      page(`${plain} ${[199, 200, 299, 300].map((n) => `<a href="/to/${n}">${'x'.repeat(n)}😀😀</a>`).join(' ')}`),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
