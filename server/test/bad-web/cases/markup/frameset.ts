import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'frameset',
  about: 'Frames and nothing else, as in 1997.',
  serve(_request, response) {
    sendPage(
      response,
      '<title>Frames</title><frameset cols="20%,80%"><frame src="/menu"><frame src="/main"></frameset>',
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'skipped', error: 'thin page: 0 words of text' } },
}
