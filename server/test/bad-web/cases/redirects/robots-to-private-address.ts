import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-to-private-address',
  about: 'A robots.txt that leads into a private network: nothing may be read.',
  read_as: 'robots',
  serve(_request, response) {
    response.writeHead(302, { location: 'http://10.0.0.1/robots.txt' }).end()
  },
  expect: { robots: { status: 'unreachable', private: false, open: false } },
}
