import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { almanacPage } from './almanac.ts'
import { framed, readPages, type WebPage } from './read-pages.ts'
import { createSearch, type SearchResult } from './search-pages.ts'

// Serves the made-up web on loopback: one port, and a host for each site below `localhost`, which browsers find without
// asking anybody. `search.localhost` is a search engine that speaks the protocol of SearXNG.

export interface MadeUpWeb {
  /** Its front pages, and what each site is. */
  sites: { url: string; what: string }[]
  page_count: number
  /** For `CRAWL_HOSTS_FILE`. */
  hosts_file: string
  /** For `SEARCH_BASE_URL`. */
  search_url: string
  /** Changes the pages that have something new to say, and returns their addresses. */
  change(): string[]
  close(): Promise<void>
}

const searchHost = 'search.localhost'
const almanacHost = 'polarpedia.localhost'
/** A page behind a wall that wants to see a browser. */
const wall = 'granite-times.localhost/archive/'

interface Answer {
  status?: number
  type?: string
  body: string
}

/** `port` 0 takes a free one. */
export async function serveWeb(port = 0): Promise<MadeUpWeb> {
  const { sites, pages, later, frames, robots } = readPages()
  const current = new Map(pages.map((page) => [page.host + page.path, page]))
  const search = createSearch(pages.filter(({ host, path }) => host + path !== wall))

  const answer = (host: string, path: string, query: URLSearchParams): Answer => {
    if (host === searchHost) return answerSearch(search(query.get('q') ?? ''), query, addressOf)
    if (path === '/robots.txt') return { type: 'text/plain', body: robots.get(host) ?? '' }
    const month = host === almanacHost ? almanacPage(path) : undefined
    const html = month ? framed(frames.get(host) ?? '', month).html : current.get(host + path)?.html
    if (html === undefined) return { status: 404, body: '<!doctype html><title>Not found</title><h1>Not found</h1>' }
    return { status: host + path === wall ? 403 : 200, body: withPort(html) }
  }

  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', `http://${request.headers.host}`)
    send(request, response, url ? answer(url.hostname, url.pathname, url.searchParams) : { status: 400, body: '' })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  const addressOf = ({ host, path }: Pick<WebPage, 'host' | 'path'>) => `http://${host}:${taken}${path}`
  /** Pages name each other without the port, which nobody knew when they were written. */
  const withPort = (html: string) => html.replaceAll(/(http:\/\/[a-z-]+\.localhost)(?=\/)/g, `$1:${taken}`)

  return {
    sites: sites.map(({ host, what }) => ({ url: addressOf({ host, path: '/' }), what })),
    page_count: pages.length,
    hosts_file: [...sites.map(({ host }) => host), searchHost].map((host) => `${host} 127.0.0.1:${taken}\n`).join(''),
    search_url: `http://${searchHost}:${taken}`,
    change: () => {
      for (const page of later) current.set(page.host + page.path, page)
      return later.map(addressOf)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An unchanged page is not sent again. */
function send(request: IncomingMessage, response: ServerResponse, { status = 200, type = 'text/html', body }: Answer) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const isKnown = status === 200 && request.headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : status, { 'content-type': `${type}; charset=utf-8`, etag })
  response.end(isKnown ? '' : body)
}

function answerSearch(results: SearchResult[], query: URLSearchParams, addressOf: (page: WebPage) => string): Answer {
  const listed = results.map(({ page, content, score }) => ({
    url: addressOf(page),
    title: page.title,
    content,
    engine: 'demo',
    score,
  }))
  if (query.get('format') === 'json') {
    const empty = { answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] }
    const found = { query: query.get('q') ?? '', number_of_results: listed.length, results: listed }
    return { type: 'application/json', body: JSON.stringify({ ...found, ...empty }) }
  }
  const items = listed.map(({ url, title, content }) => `<li><a href="${url}">${title}</a><br>${content}</li>`)
  const form = '<form action="/search"><input name="q" aria-label="Search for"><button>Search</button></form>'
  return { body: `<!doctype html><meta charset="utf-8"><title>Search</title>${form}<ul>${items.join('\n')}</ul>` }
}
