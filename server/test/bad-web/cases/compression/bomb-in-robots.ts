import { Readable } from 'node:stream'
import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bomb-in-robots',
  about: 'A robots.txt that unpacks without end, behind its rules.',
  read_as: 'robots',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const rules = 'User-agent: *\nDisallow: /private\n'
    bomb(
      response,
      ['gzip'],
      Readable.from(
        (function* () {
          yield rules
          for (;;) yield '# nothing\n'.repeat(1000)
        })(),
      ),
    )
  },
  expect: { robots: { status: 200, private: false, open: true } },
}
