import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'empty-page',
  about: 'A page of no bytes.',
  serve(_request, response) {
    sendPage(response, '')
  },
  expect: { status: 200, bytes: 0, kind: 'html', page: { status: 'skipped', error: 'thin page: 0 words of text' } },
}
