import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'ten-megabytes-of-one-word',
  about: 'One word, two million times, on one line.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page('word '.repeat(2_000_000)))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: 'word word word' } },
}
