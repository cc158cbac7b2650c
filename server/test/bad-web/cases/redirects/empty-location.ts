import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'empty-location',
  about: 'A redirect to nothing, which is itself.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: '' }).end()
  },
  expect: {
    failure: 'too_many_redirects',
    message: 'redirect loop',
    page: { status: 'failed', error: 'redirect loop' },
  },
}
