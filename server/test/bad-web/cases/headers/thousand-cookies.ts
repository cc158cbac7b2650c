import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'thousand-cookies',
  about: 'A thousand cookies, which are not kept.',
  serve(_request, response) {
    const cookies = Array.from({ length: 1000 }, (_, n) => `c${n}=${n}`)
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies }).end(page(plain))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
