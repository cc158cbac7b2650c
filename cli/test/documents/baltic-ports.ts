import { finds } from '../../../server/test/support/web/autopilot-web.ts'
import type { Site, SiteAnswer } from '../../../server/test/support/web/local-site.ts'

// What example.org and example.com have to say in the documents: ports of the Baltic Sea and who runs them.

interface Port {
  name: string
  town: string
  master: string
  since: number
}

const ports: Record<string, Port> = {
  '/riga': { name: 'Port of Riga', town: 'Riga', master: 'Ada Berg', since: 2019 },
  '/tallinn': { name: 'Port of Tallinn', town: 'Tallinn', master: 'Maria Dahl', since: 2014 },
  '/gdansk': { name: 'Port of Gdansk', town: 'Gdansk', master: 'Karl Holm', since: 2021 },
}
const links = Object.entries(ports)
  .map(([path, { name }]) => `<li><a href="${path}">${name}</a></li>`)
  .join('')

const page = (title: string, body: string, head = ''): SiteAnswer => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
<body><main><h1>${title}</h1>${body}</main></body></html>`,
})

const frontPage = page(
  'Ports of the Baltic Sea',
  `<p>The ports of the Baltic Sea are run by authorities of their own. Each has a harbour master, whose name stands on the
page of the port. Ships of many kinds call there on every day of the year.</p><ul>${links}</ul>`,
)

function portPage({ name, town, master, since }: Port): SiteAnswer {
  const graph = [
    { '@type': 'Organization', '@id': '#port', name, location: { '@type': 'Place', name: town } },
    { '@type': 'Person', name: master, jobTitle: 'harbour master', worksFor: { '@id': '#port' } },
  ]
  const data = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return page(
    name,
    `<p>${master} is the harbour master of the ${name} since ${since}. The ${name} is one of the ports of the Baltic Sea, and
its quays are long. ${master} runs the ${name} from an office in ${town}.</p><p><a href="/">All ports</a></p>`,
    `<script type="application/ld+json">${data}</script>`,
  )
}

const portSite: Site = ({ path, host }) => {
  if (path === '/robots.txt') return {}
  if (path === '/') return frontPage
  if (path === '/sitemap.xml') {
    const places = Object.keys(ports).map((port) => `<url><loc>http://${host}${port}</loc></url>`)
    const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>`
    return { headers: { 'content-type': 'application/xml' }, body }
  }
  const port = ports[path]
  return port && portPage(port)
}

export const searchHost = 'search.example'

export const balticSites = new Map<string, Site>([
  ['example.org', portSite],
  ['example.com', portSite],
  [searchHost, finds('http://example.org/', 'http://example.com/')],
])
