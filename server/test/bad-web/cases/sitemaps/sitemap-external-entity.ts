import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-external-entity',
  about: 'An entity that names a file of this machine.',
  read_as: 'sitemap',
  serve(_request, response) {
    sendPage(
      response,
      '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&x;</loc></url></urlset>',
      'text/xml',
    )
  },
  expect: { sitemap: { discovered: 1 } },
}
