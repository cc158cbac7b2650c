import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chain-of-eleven',
  about: 'Eleven redirects, one more than are followed.',
  path: '/0',
  serve(request, response) {
    const step = Number(request.url?.slice(1))
    if (step === 11) return sendPage(response)
    response.writeHead(302, { location: `/${step + 1}` }).end()
  },
  expect: {
    failure: 'too_many_redirects',
    message: 'more than 10 redirects',
    page: { status: 'failed', error: 'more than 10 redirects' },
  },
}
