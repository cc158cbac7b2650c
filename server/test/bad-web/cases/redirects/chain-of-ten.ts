import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chain-of-ten',
  about: 'Ten redirects, as many as are followed.',
  path: '/0',
  serve(request, response) {
    const step = Number(request.url?.slice(1))
    if (step === 10) return sendPage(response)
    response.writeHead(302, { location: `/${step + 1}` }).end()
  },
  expect: { status: 200, url: '/10', hops: 10, text: plain, page: { status: 'extracted', text: plain } },
}
