import type { BadWebCases } from '../bad-web-case.ts'
import { page, plain, sendPage, sends } from '../bad-web-tools.ts'

export const cases: BadWebCases = {
  'index-of-itself': {
    about: 'An index of sitemaps that names itself.',
    read_as: 'sitemap',
    serve: sends(() => '<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>', 'text/xml'),
    expect: { sitemap: { unreadable: 'it has no usable address' } },
  },
  'index-of-too-many': {
    about: 'An index of two hundred sitemaps.',
    read_as: 'sitemap',
    within_ms: 5_000,
    serve(request, response) {
      const parts = Array.from({ length: 200 }, (_, n) => `<sitemap><loc>/part${n}.xml</loc></sitemap>`)
      if (request.url === '/sitemap.xml')
        sendPage(response, `<sitemapindex>${parts.join('')}</sitemapindex>`, 'text/xml')
      else sendPage(response, '<urlset><url><loc>/page</loc></url></urlset>', 'text/xml')
    },
    expect: { sitemap: { discovered: 10, truncated: 'it names more than 10 sitemaps' } },
  },
  'index-with-broken-parts': {
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
  },
  'index-without-end': {
    about: 'Indexes that name indexes, for ever.',
    read_as: 'sitemap',
    serve(request, response) {
      const n = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
      sendPage(response, `<sitemapindex><sitemap><loc>/sitemap${n + 1}.xml</loc></sitemap></sitemapindex>`, 'text/xml')
    },
    expect: { sitemap: { unreadable: 'its indexes nest too deep' } },
  },
  'sitemap-empty': {
    about: 'A sitemap of no bytes.',
    read_as: 'sitemap',
    serve(_request, response) {
      response.writeHead(200).end()
    },
    expect: { sitemap: { unreadable: 'it is empty' } },
  },
  'sitemap-entity-bomb': {
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
  },
  'sitemap-external-entity': {
    about: 'An entity that names a file of this machine.',
    read_as: 'sitemap',
    serve: sends(
      () => '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&x;</loc></url></urlset>',
      'text/xml',
    ),
    expect: { sitemap: { discovered: 1 } },
  },
  'sitemap-hangs-up': {
    about: 'A sitemap whose connection closes.',
    read_as: 'sitemap',
    serve(_request, response) {
      response.destroy()
    },
    expect: { sitemap: { unreadable: 'connection closed' } },
  },
  'sitemap-is-html': {
    about: "A sitemap that is the site's page for what is missing.",
    read_as: 'sitemap',
    serve: sends(() => page(plain)),
    expect: { sitemap: { unreadable: 'it is an HTML page' } },
  },
  'sitemap-missing': {
    about: 'A sitemap that is not there.',
    read_as: 'sitemap',
    serve(_request, response) {
      response.writeHead(404).end(page(plain))
    },
    expect: { sitemap: { unreadable: 'HTTP 404' } },
  },
}
