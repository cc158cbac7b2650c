import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'surrogates-by-reference',
  about: 'Halves of characters, NUL and others that are none, by their numbers.',
  serve(_request, response) {
    sendPage(
      response,
      page(
        `${plain} &#xD800;&#0;&#xDFFF;&#xFFFF;&#x110000;&#x80;`,
        '<meta name="description" content="&#xD83D; &#0;">',
      ),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
