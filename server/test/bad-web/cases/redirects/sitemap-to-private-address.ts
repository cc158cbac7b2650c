import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-to-private-address',
  about: 'A sitemap that leads into a private network.',
  read_as: 'sitemap',
  serve(_request, response) {
    response.writeHead(302, { location: 'http://10.0.0.1/sitemap.xml' }).end()
  },
  expect: { sitemap: { unreadable: 'address is not public' } },
}
