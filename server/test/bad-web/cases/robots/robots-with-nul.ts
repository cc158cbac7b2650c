import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-with-nul',
  about: 'A robots.txt with NULs between its lines.',
  read_as: 'robots',
  serve(_request, response) {
    sendPage(response, 'User-agent: *\n\0\nDisallow: /private\n', 'text/plain')
  },
  expect: { robots: { status: 200, private: false, open: true } },
}
