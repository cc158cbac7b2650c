import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-closed-port',
  about: 'Redirects to a port where nobody listens.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  },
  expect: {
    failure: 'connect',
    message: 'connection refused',
    page: { status: 'failed', error: 'connection refused' },
  },
}
