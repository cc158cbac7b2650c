import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'script-only',
  about: 'Nothing but a script and the place for what it makes.',
  serve(_request, response) {
    sendPage(response, '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>')
  },
  expect: { status: 200, kind: 'html', page: { status: 'skipped', error: 'thin page: 0 words of text' } },
}
