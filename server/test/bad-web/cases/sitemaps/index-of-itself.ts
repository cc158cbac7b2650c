import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'index-of-itself',
  about: 'An index of sitemaps that names itself.',
  read_as: 'sitemap',
  serve(_request, response) {
    sendPage(response, '<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>', 'text/xml')
  },
  expect: { sitemap: { unreadable: 'it has no usable address' } },
}
