import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-is-html',
  about: "A sitemap that is the site's page for what is missing.",
  read_as: 'sitemap',
  serve(_request, response) {
    sendPage(response)
  },
  expect: { sitemap: { unreadable: 'it is an HTML page' } },
}
