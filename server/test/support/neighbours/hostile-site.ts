import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// Web sites of an enemy, and an honest one beside them. The name of the host decides how a site behaves.

export interface HostileSite {
  port: number
  /** When each request for a sitemap came, in milliseconds. */
  sitemap_requests: number[]
  close(): Promise<void>
}

/** The names that the service must find at the site. */
export const hostNames = [
  'honest.test',
  'namesakes.test',
  'sitemaps.test',
  'large.test',
  'links.test',
  ...Array.from({ length: 100 }, (_, n) => `robots${n}.test`),
  ...Array.from({ length: 100 }, (_, n) => `hang${n}.test`),
  ...Array.from({ length: 40 }, (_, n) => `huge${n}.test`),
]

const robotsBytes = 500 * 1024

/** Patterns that differ, as many as a file may hold. */
function hostileRobots(seed: string): string {
  let text = 'User-agent: *\n'
  for (let n = 0; text.length < robotsBytes; n++) text += `Allow:*${n % 7}*a*${seed}${n}\n`
  return text
}

function page(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><main>${body}</main></body></html>`
}

/** People of one name, told apart by their birthdays: each must be compared with all others to see it. */
function namesakes(count: number): string {
  const people = Array.from({ length: count }, (_, n) => ({
    '@type': 'Person',
    '@id': `#p${n}`,
    name: 'John Smith',
    birthDate: `${1000 + (n % 1000)}-01-${String(1 + Math.floor(n / 1000)).padStart(2, '0')}`,
  }))
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': people })
  return page(
    '<h1>Staff</h1><p>These are all the people who work here.</p>',
    `<script type="application/ld+json">${json}</script>`,
  )
}

/** Below the ten megabytes of a page that is read. */
const hugeBytes = 9_000_000

const sentence = 'The committee met again in the evening and spoke of many things that nobody remembers. '

function answerFor(
  host: string,
  path: string,
  size: { namesakes: number },
): { type: string; body: string } | undefined {
  if (path === '/robots.txt') {
    return host.startsWith('robots') ? { type: 'text/plain', body: hostileRobots(host) } : undefined
  }
  if (host === 'sitemaps.test') {
    const entries = Array.from({ length: 60 }, (_, n) => `<sitemap><loc>http://${host}/${n}.xml</loc></sitemap>`)
    if (path === '/sitemap.xml')
      return { type: 'application/xml', body: `<sitemapindex>${entries.join('')}</sitemapindex>` }
    return { type: 'application/xml', body: `<urlset><url><loc>http://${host}/page${path}</loc></url></urlset>` }
  }
  if (host === 'namesakes.test') return { type: 'text/html', body: namesakes(size.namesakes) }
  if (host === 'large.test') return { type: 'text/html', body: page(`<p>${sentence.repeat(20_000)}</p>`.repeat(2)) }
  if (host.startsWith('huge')) {
    return { type: 'text/html', body: page(`<p>${sentence}</p>`.repeat(Math.floor(hugeBytes / (sentence.length + 7)))) }
  }
  const links = host === 'honest.test' ? 3 : 1_000
  const list = Array.from({ length: links }, (_, n) => `<li><a href="/${'a'.repeat(150)}/${n}">page ${n}</a></li>`)
  return {
    type: 'text/html',
    body: page(
      `<h1>Ada Lovelace of ${path}</h1><p>${sentence.repeat(5)}</p>${host === 'honest.test' ? '' : `<ul>${list.join('')}</ul>`}`,
    ),
  }
}

export async function startHostileSite(size: { namesakes: number }): Promise<HostileSite> {
  const sitemap_requests: number[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = request.url ?? '/'
    if (host.startsWith('hang')) return
    if (path.endsWith('.xml')) sitemap_requests.push(performance.now())
    const found = answerFor(host, path, size)
    if (!found) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': found.type }).end(found.body)
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sitemap_requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
