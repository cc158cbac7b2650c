import type { BadWebCase } from '../../bad-web-case.ts'
import { bomb } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'bomb-in-sitemap',
  about: 'A sitemap of gzip that unpacks to zeros without end.',
  read_as: 'sitemap',
  within_ms: 5_000,
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' })
    bomb(response, ['gzip'])
  },
  expect: { sitemap: { unreadable: 'it is neither XML nor a list of addresses' } },
}
