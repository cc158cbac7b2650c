import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-unspecified-address',
  about: 'Redirects to the address that stands for this machine.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://0.0.0.0/' }).end()
  },
  expect: {
    failure: 'refused_address',
    message: 'address is not public',
    page: { status: 'failed', error: 'address is not public' },
  },
}
