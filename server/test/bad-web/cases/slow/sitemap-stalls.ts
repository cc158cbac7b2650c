import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-stalls',
  about: 'A sitemap that stops in the middle: what has come counts.',
  read_as: 'sitemap',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'application/xml' })
    const entry = '<url><loc>https://example.org/page</loc></url>'
    response.write(`<urlset>${entry.repeat(100)}`)
  },
  expect: { sitemap: { discovered: 100, truncated: /no answer within/ } },
}
