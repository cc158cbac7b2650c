import { Readable } from 'node:stream'
import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bomb-in-sitemap-file',
  about: 'A sitemap.xml.gz with one entry and blanks without end.',
  read_as: 'sitemap',
  path: '/sitemap.xml.gz',
  within_ms: 20_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'application/gzip' })
    const start = '<urlset><url><loc>https://example.org/a</loc></url>'
    bomb(
      response,
      ['gzip'],
      Readable.from(
        (function* () {
          yield start
          for (;;) yield ' '.repeat(64_000)
        })(),
      ),
    )
  },
  expect: { sitemap: { discovered: 1, truncated: 'it has more than 50 MiB' } },
}
