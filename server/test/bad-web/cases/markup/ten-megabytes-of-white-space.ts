import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'ten-megabytes-of-white-space',
  about: 'A text with ten million spaces and line ends in it.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} ${' \n'.repeat(5_000_000)} end`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
