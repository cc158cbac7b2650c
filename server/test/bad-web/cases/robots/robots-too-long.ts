import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-too-long',
  about: 'A robots.txt with a rule behind its first 500 KiB, which is not read.',
  read_as: 'robots',
  serve(_request, response) {
    sendPage(
      response,
      `User-agent: *\nDisallow: /private\n${'# padding\n'.repeat(60_000)}Disallow: /open\n`,
      'text/plain',
    )
  },
  expect: { robots: { status: 200, private: false, open: true } },
}
