import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnMany } from '../sites/many-hosts.ts'

// Many hosts, 127.1.0.1, 127.1.0.2 … on one port, of 20 pages, each about a person of its own. Asked with `hosts <how many>`,
// it answers the addresses of the start pages.

const pagesPerHost = 20
const given =
  words(`Ada Bruno Clara David Edith Felix Greta Henrik Irene Jonas Karin Lukas Martha Nils Olga Peter Ruth Simon
  Tilda Viktor Anna Boris Carla Dario Elsa Fabian Gisela Hugo Ingrid Jakob Klara Leon Maria Noah Paula Robert Sara Tobias
  Ulrike Walter`)
const firstHalf =
  words(`Berg Lind Stein Wald Rosen Silber Eichen Birken Linden Grün Schön Alten Neuen Hohen Lauter Kirch
  Mühl Sonnen Stern Winter Sommer Acker Bach Feld Felsen Gold Hasel Kessel`)
const secondHalf = words('mann berg hauser dorfer felder bacher talmann steiner walder brunner')
const roles = words('director editor engineer curator treasurer secretary')

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** No two are alike: 40 given names, and 280 others. */
const personOf = (n: number): string => {
  const family = Math.floor(n / given.length)
  const [first, second] = [firstHalf[family % firstHalf.length], secondHalf[Math.floor(family / firstHalf.length) % 10]]
  return `${given[n % given.length]} ${first}${second}`
}

function renderPage(host: number, page: number): string {
  const name = personOf(host * pagesPerHost + page)
  const links = Array.from({ length: pagesPerHost }, (_, n) => `<li><a href="/people/${n}">Person ${n}</a></li>`)
  const person = {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name,
    jobTitle: roles[page % roles.length],
    worksFor: { '@type': 'Organization', name: `Institute ${host} of Harbours` },
  }
  return `<!doctype html><html lang="en"><head><title>${name}</title><meta charset="utf-8">
    <script type="application/ld+json">${JSON.stringify(person)}</script></head>
    <body><nav><ul>${links.join('')}</ul></nav><main><h1>${name}</h1>
    <p>${'The harbour was opened after a long winter, and the council met in the old town hall. '.repeat(8)}</p></main></body></html>`
}

function answer(host: number, request: IncomingMessage, response: ServerResponse): void {
  const page = request.url === '/' ? 0 : Number(/^\/people\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(page)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(renderPage(host, page))
}

process.on('message', async (question: string) => {
  const [verb, hosts = '1'] = question.split(' ')
  if (verb === 'hosts')
    process.send?.(await listenOnMany(Number(hosts), (host) => (request, response) => answer(host, request, response)))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(1))
