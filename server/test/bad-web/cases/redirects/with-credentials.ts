import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'with-credentials',
  about: 'Redirects to an address with a password in it.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://user:secret@127.0.0.1/' }).end()
  },
  expect: {
    failure: 'bad_redirect',
    message: 'redirects to an address with credentials',
    page: { status: 'failed', error: 'redirects to an address with credentials' },
  },
}
