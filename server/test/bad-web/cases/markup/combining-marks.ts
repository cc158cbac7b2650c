import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'combining-marks',
  about: 'A letter under half a million accents.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, page(`${plain} e${'\u0301\u0323'.repeat(250_000)}`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
