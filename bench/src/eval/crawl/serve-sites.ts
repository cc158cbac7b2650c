import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { type Corpus, CorpusMissing } from '../evaluation.ts'

// Sites on one port of this machine, each under its own name.

export interface SiteFile {
  body: Buffer | string
  type: string
}

export interface ServedSites {
  port: number
  /** The paths that a host was asked for and had. */
  askedOf(host: string): Set<string>
  close(): void
}

export async function serveSites(find: (host: string, path: string) => SiteFile | undefined): Promise<ServedSites> {
  const asked = new Map<string, Set<string>>()
  const server = createServer((request, response) => {
    const { hostname, pathname, search } = new URL(`http://${request.headers.host}${request.url}`)
    const file = find(hostname, pathname + search)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const paths = asked.get(hostname) ?? new Set()
    asked.set(hostname, paths.add(pathname + search))
    response.setHeader('content-type', file.type).end(file.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    askedOf: (host) => asked.get(host) ?? new Set(),
    close: () => server.close(),
  }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain',
  '.xml': 'text/xml',
}

/** A file of a site of the corpus, and its name. The robots.txt of a site would only make it slow. */
export function corpusFile(corpus: Corpus, host: string, address: string): (SiteFile & { name: string }) | undefined {
  const path = decodeURIComponent(address.replace(/\?.*/, ''))
  if (path === '/robots.txt' || path.includes('..')) return undefined
  for (const name of path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`]) {
    try {
      const body = corpus.read(`sites/${host}/www${name}`)
      return { name, body, type: types[extname(name)] ?? 'application/octet-stream' }
    } catch (error) {
      if (!(error instanceof CorpusMissing) && !(error instanceof Error && 'code' in error)) throw error
    }
  }
  return undefined
}
