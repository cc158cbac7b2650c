import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-ftp',
  about: 'Redirects to a ftp: address.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'ftp://127.0.0.1/x' }).end()
  },
  expect: {
    failure: 'bad_redirect',
    message: 'redirects to an address that is not http(s)',
    page: { status: 'failed', error: 'redirects to an address that is not http(s)' },
  },
}
