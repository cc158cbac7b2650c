import type { BadWebCase } from '../../bad-web-case.ts'
import { flood } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-on-one-line',
  about: 'A robots.txt of one endless line.',
  read_as: 'robots',
  serve(_request, response) {
    response.writeHead(200)
    flood(response, 'Disallow: /'.repeat(1000))
  },
  expect: { robots: { status: 200, private: true, open: true } },
}
