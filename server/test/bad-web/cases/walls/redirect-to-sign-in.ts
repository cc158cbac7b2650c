import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'redirect-to-sign-in',
  about: 'Leads everybody to where one signs in.',
  serve(request, response) {
    if (request.url === '/') response.writeHead(302, { location: '/login?next=%2F' }).end()
    else sendPage(response, '<title>Sign in</title><p>Sign in to go on.</p>')
  },
  expect: {
    status: 200,
    url: '/login?next=%2F',
    page: { status: 'failed', error: /^login wall: redirected to \/login/ },
  },
}
