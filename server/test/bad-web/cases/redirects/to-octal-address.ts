import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-octal-address',
  about: 'Redirects to a private address written in octal.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://012.0.0.1/' }).end()
  },
  expect: {
    failure: 'refused_address',
    message: 'address is not public',
    page: { status: 'failed', error: 'address is not public' },
  },
}
