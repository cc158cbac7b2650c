import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-empty',
  about: 'A sitemap of no bytes.',
  read_as: 'sitemap',
  serve(_request, response) {
    response.writeHead(200).end()
  },
  expect: { sitemap: { unreadable: 'it is empty' } },
}
