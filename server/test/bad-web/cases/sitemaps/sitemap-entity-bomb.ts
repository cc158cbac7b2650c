import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-entity-bomb',
  about: 'A billion laughs.',
  read_as: 'sitemap',
  serve(_request, response) {
    const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
    sendPage(
      response,
      `<!DOCTYPE urlset [<!ENTITY e0 "ha">${entities}]><urlset><url><loc>/&e10;</loc></url></urlset>`,
      'text/xml',
    )
  },
  expect: { sitemap: { discovered: 1 } },
}
