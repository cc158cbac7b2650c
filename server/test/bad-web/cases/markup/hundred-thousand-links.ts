import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'hundred-thousand-links',
  about: 'A page with a hundred thousand links, all of them dead.',
  within_ms: 5000,
  serve(request, response) {
    if (request.url !== '/') {
      response.writeHead(404).end()
      return
    }
    const links = Array.from({ length: 100_000 }, (_, n) => `<a href="/p${n}">t${n}</a>`).join(' ')
    sendPage(response, page(`${plain}</p>${links}<p>`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
