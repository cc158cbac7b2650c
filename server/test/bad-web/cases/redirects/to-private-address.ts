import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-private-address',
  about: 'Redirects into a private network.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://10.0.0.1/admin' }).end()
  },
  expect: {
    failure: 'refused_address',
    message: 'address is not public',
    page: { status: 'failed', error: 'address is not public' },
  },
}
