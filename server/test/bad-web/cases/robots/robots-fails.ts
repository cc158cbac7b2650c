import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-fails',
  about: 'A robots.txt that the server fails to give.',
  read_as: 'robots',
  serve(_request, response) {
    response.writeHead(503).end()
  },
  expect: { robots: { status: 503, private: false, open: false } },
}
