import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'index-with-broken-parts',
  about: 'An index whose second part is missing, and whose third leads into a private network.',
  read_as: 'sitemap',
  serve(request, response) {
    const parts = ['/a.xml', '/b.xml', 'http://10.0.0.1/c.xml', '/d.xml']
    if (request.url === '/sitemap.xml')
      sendPage(
        response,
        `<sitemapindex>${parts.map((part) => `<sitemap><loc>${part}</loc></sitemap>`).join('')}</sitemapindex>`,
        'text/xml',
      )
    else if (request.url === '/b.xml') response.writeHead(404).end()
    else sendPage(response, `<urlset><url><loc>${request.url}/page</loc></url></urlset>`, 'text/xml')
  },
  expect: { sitemap: { discovered: 2, truncated: /b\.xml: HTTP 404; .*address is not public/ } },
}
