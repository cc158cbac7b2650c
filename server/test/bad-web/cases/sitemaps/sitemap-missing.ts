import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-missing',
  about: 'A sitemap that is not there.',
  read_as: 'sitemap',
  serve(_request, response) {
    response.writeHead(404).end(page(plain))
  },
  expect: { sitemap: { unreadable: 'HTTP 404' } },
}
