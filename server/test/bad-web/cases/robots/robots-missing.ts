import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-missing',
  about: 'A robots.txt that is not there.',
  read_as: 'robots',
  serve(_request, response) {
    response.writeHead(404).end('Disallow: /')
  },
  expect: { robots: { status: 404, private: true, open: true } },
}
