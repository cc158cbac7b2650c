import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-invalid-address',
  about: 'Redirects to what is no address.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://[nonsense' }).end()
  },
  expect: {
    failure: 'bad_redirect',
    message: 'redirects to an invalid address',
    page: { status: 'failed', error: 'redirects to an invalid address' },
  },
}
