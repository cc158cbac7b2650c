import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'to-private-address-in-two-steps',
  about: 'A redirect whose target answers with another redirect into a private network.',
  serve(request, response) {
    response.writeHead(301, { location: request.url === '/' ? '/b' : 'http://192.168.0.1/' }).end()
  },
  expect: {
    failure: 'refused_address',
    message: 'address is not public',
    page: { status: 'failed', error: 'address is not public' },
  },
}
