import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-metadata-service',
  about: 'Redirects to where clouds keep their secrets.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
  },
  expect: {
    failure: 'refused_address',
    message: 'address is not public',
    page: { status: 'failed', error: 'address is not public' },
  },
}
