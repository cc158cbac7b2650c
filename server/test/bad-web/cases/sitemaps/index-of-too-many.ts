import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'index-of-too-many',
  about: 'An index of two hundred sitemaps.',
  read_as: 'sitemap',
  within_ms: 5_000,
  serve(request, response) {
    const parts = Array.from({ length: 200 }, (_, n) => `<sitemap><loc>/part${n}.xml</loc></sitemap>`)
    if (request.url === '/sitemap.xml') sendPage(response, `<sitemapindex>${parts.join('')}</sitemapindex>`, 'text/xml')
    else sendPage(response, '<urlset><url><loc>/page</loc></url></urlset>', 'text/xml')
  },
  expect: { sitemap: { discovered: 10, truncated: 'it names more than 10 sitemaps' } },
}
