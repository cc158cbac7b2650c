import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-long-address',
  about: 'Redirects to an address of 5,000 letters.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: `/${'x'.repeat(5000)}` }).end()
  },
  expect: {
    failure: 'bad_redirect',
    message: 'redirects to an invalid address',
    page: { status: 'failed', error: 'redirects to an invalid address' },
  },
}
