import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'to-unknown-name',
  about: 'Redirects to a name that nobody knows.',
  serve(request, response) {
    if (request.url !== '/') return sendPage(response)
    response.writeHead(302, { location: 'http://nowhere.test/' }).end()
  },
  expect: { failure: 'dns', message: 'name not found', page: { status: 'failed', error: 'name not found' } },
}
