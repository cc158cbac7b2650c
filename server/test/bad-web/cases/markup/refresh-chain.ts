import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'refresh-chain',
  about: 'Every page sends its reader on to the next one, without end.',
  serve(request, response) {
    const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
    sendPage(response, page(plain, `<meta http-equiv="refresh" content="0;URL='/${number + 1}'">`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
