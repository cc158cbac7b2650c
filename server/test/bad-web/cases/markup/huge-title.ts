import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'huge-title',
  about: 'A title of a million characters.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<title>${'very '.repeat(200_000)}</title><p>${plain}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
