import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-dribbles',
  about: 'A robots.txt, byte by byte: nobody knows what it would have said.',
  read_as: 'robots',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/plain' })
    dribble(response, 'User-agent: *\nAllow: /\n')
  },
  expect: { robots: { status: 'unreachable', private: false, open: false } },
}
