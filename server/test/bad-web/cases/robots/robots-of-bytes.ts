import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-of-bytes',
  about: 'A robots.txt that is an image.',
  read_as: 'robots',
  serve(_request, response) {
    response.writeHead(200).end(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  },
  expect: { robots: { status: 200, private: true, open: true } },
}
