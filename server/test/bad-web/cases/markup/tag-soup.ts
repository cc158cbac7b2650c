import { randomOf } from '../../../support/random-text.ts'
import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'tag-soup',
  about: 'Tags and texts in an order that nobody meant.',
  within_ms: 5000,
  serve(_request, response) {
    const random = randomOf(7)
    const pieces = [
      '<div>',
      '</div>',
      '<p>',
      '</table>',
      '<table>',
      '<td>',
      '<li>',
      '</ul>',
      '<a href=x>',
      '<b',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '&',
      '"',
      "'",
      'word ',
      '>',
      '<svg>',
      '<title>',
      '<select>',
      '<![CDATA[',
      '\u2028',
    ]
    const soup = Array.from({ length: 100_000 }, () => random.pick(pieces)).join('')
    sendPage(response, `<p>${plain}</p>${soup}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
