import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'index-without-end',
  about: 'Indexes that name indexes, for ever.',
  read_as: 'sitemap',
  serve(request, response) {
    const n = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
    sendPage(response, `<sitemapindex><sitemap><loc>/sitemap${n + 1}.xml</loc></sitemap></sitemapindex>`, 'text/xml')
  },
  expect: { sitemap: { unreadable: 'its indexes nest too deep' } },
}
