import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Sites on this machine, under names that only the service's hosts file knows. The server records its requests and
// their times.

export interface SiteRequest {
  host: string
  /** With its query. */
  path: string
  headers: IncomingHttpHeaders
  /** When the request was seen, in milliseconds of a monotonic clock. */
  at: number
  /** The request had not arrived by this time: a busy process sees it a while later. */
  not_before: number
}

export interface SiteAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** Undefined is a 404. A site that hangs or breaks off uses the response itself, and returns `by hand`. */
export type Site = (request: SiteRequest, response: ServerResponse) => SiteAnswer | 'by hand' | undefined

export interface LocalSites {
  requests: SiteRequest[]
  /** The requests to a host, without robots.txt. */
  pathsOf(host: string): string[]
  /** The environment with which a service finds the sites. */
  environment: { CRAWL_HOSTS_FILE: string }
  close(): Promise<void>
}

const roundMs = 5

/** `hosts` are the names in the hosts file; sites may be added and changed at any time. */
export async function startLocalSites(sites: Map<string, Site>, hosts = [...sites.keys()]): Promise<LocalSites> {
  const requests: SiteRequest[] = []
  // A request that arrived before the round before last of the event loop was seen in the last round.
  let [before, last] = [performance.now(), performance.now()]
  const rounds = setInterval(() => {
    before = last
    last = performance.now()
  }, roundMs).unref()
  const server = createServer((message, response) => {
    const request = {
      ...{ host: message.headers.host ?? '', path: message.url ?? '', headers: message.headers },
      ...{ at: performance.now(), not_before: before },
    }
    requests.push(request)
    const answer = sites.get(request.host)?.(request, response) ?? { status: 404 }
    if (answer === 'by hand') return
    const { status = 200, headers = {}, body = '' } = answer
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-sites-'))
  const file = join(folder, 'hosts')
  await writeFile(file, hosts.map((host) => `${host} 127.0.0.1:${port}\n`).join(''))
  return {
    requests,
    pathsOf: (host) => requests.flatMap((one) => (one.host === host && one.path !== '/robots.txt' ? [one.path] : [])),
    environment: { CRAWL_HOSTS_FILE: file },
    close: async () => {
      clearInterval(rounds)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}

/** A page with a text of its own and these links. */
export function plainPage(title: string, links: string[] = []): SiteAnswer {
  const items = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('')
  const text = `This is what there is to be read about ${title}, and it is not to be read about anything else but ${title}.`
  return {
    body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>
<p>${text} It has a second sentence, so that nobody takes it for an empty page.</p></main><ul>${items}</ul></body></html>`,
  }
}
