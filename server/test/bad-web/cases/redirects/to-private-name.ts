import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-private-name',
  about: 'Redirects to a name that leads into a private network.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://inside.test/admin' }).end()
  },
  expect: {
    failure: 'refused_address',
    message: 'address is not public',
    page: { status: 'failed', error: 'address is not public' },
  },
}
