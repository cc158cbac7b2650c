import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { basename, join } from 'node:path'
import { createAddressGuard } from '../../src/web/address/address-guard.ts'
import type { ResolveName } from '../../src/web/address/resolve-name.ts'
import { type Connect, connectTcp } from '../../src/web/fetch/guarded-agent.ts'
import { randomOf, seedOf, Writer } from '../support/random-text.ts'
import type { BadWebCase, BadWebCases } from './bad-web-case.ts'
import { lines, page, plain, sendPage } from './bad-web-tools.ts'

// The sites of the cases. Those who send a fetch or a crawl at them start them in a process of their own
// (`site-process.ts`), so that what a site takes is not counted against its visitors.

const folder = join(import.meta.dirname, 'cases')

export interface NamedCase extends BadWebCase {
  name: string
  /** As the file that holds it. */
  subject: string
}

/** All cases, by subject and name. */
export async function loadCases(): Promise<NamedCase[]> {
  const subjects = readdirSync(folder).map((file) => basename(file, '.ts'))
  const tables = await Promise.all(
    subjects.sort().map(async (subject) => {
      const { cases } = (await import(join(folder, `${subject}.ts`))) as { cases: BadWebCases }
      return Object.entries(cases).map(([name, badWebCase]) => ({ ...badWebCase, name, subject }))
    }),
  )
  return tables.flat()
}

export interface Site {
  origin: string
  close(): Promise<void>
}

/**
 * A server of its own for a case, on this machine. For a crawl only that misbehaves which the case is about: a crawl asks
 * for robots.txt and for pages.
 */
export function startSite(badWebCase: BadWebCase, { is_crawled = false } = {}): Promise<Site> {
  const scheme = badWebCase.https ? 'https' : 'http'
  const { serve, answer, accept, read_as } = badWebCase
  const isSpared = (path = '') => is_crawled && (read_as === 'robots') !== path.startsWith('/robots.txt')
  let tools = { origin: '' }
  const server = serve
    ? createServer({ keepAliveTimeout: 1000 }, (request, response) => {
        response.on('error', () => undefined)
        if (!isSpared(request.url)) serve(request, response, tools)
        else if (read_as === 'robots') sendPage(response)
        else response.writeHead(404).end()
      })
    : createTcpServer((socket) => {
        socket.on('error', () => undefined)
        if (accept) accept(socket, tools)
        else
          onceAsked(socket, (path) => {
            if (isSpared(path)) socket.write(lines('HTTP/1.1 404 Not Found', 'content-length: 0', '', ''))
            else answer?.(socket, tools)
          })
      })
  return listen(server, scheme).then((site) => {
    tools = { origin: site.origin }
    return site
  })
}

/** A site with nothing wrong about it. */
export function startGoodSite(): Promise<Site> {
  return listen(
    createServer((_request, response) => sendPage(response, page(plain))),
    'http',
  )
}

/** As many pages as asked for, each with something to say, all of them linked from the first; one of them is large. */
export function startNeighbour(pages: number): Promise<Site> {
  const paths = Array.from({ length: pages - 1 }, (_, n) => `/${new Writer(randomOf(n)).slug()}`)
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')
  return listen(
    createServer((request, response) => {
      const { url = '' } = request
      if (url !== '/' && !paths.includes(url)) return response.writeHead(404).end()
      const writer = new Writer(randomOf(seedOf(url)))
      const count = url === paths[0] ? largeParagraphs : 2
      const text = [plain, ...Array.from({ length: count }, () => writer.paragraph())].join('</p><p>')
      return sendPage(response, page(url === '/' ? `${text}</p><p>${links}` : text))
    }),
    'http',
  )
}

/** More than a fetch may hold without asking for room. */
const largeParagraphs = 2_000

async function listen(server: Server, scheme: string): Promise<Site> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** After every request on the connection, with its path. */
function onceAsked(socket: Socket, then: (path: string | undefined) => void): void {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (!text.endsWith('\r\n\r\n')) return
    const [, path] = text.split(' ', 2)
    text = ''
    then(path)
  })
}

/** Names that the cases redirect to, and where their DNS says they are. */
export const badNames: Record<string, string[]> = {
  'inside.test': ['10.0.0.7'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['93.184.216.34', '192.168.1.1'],
}

/** The world of the cases: this machine can be reached, nothing else is dialled, and what was tried is kept. */
export function closedWeb() {
  const dialled: string[] = []
  const resolve: ResolveName = async (name) => {
    const addresses = badNames[name]
    if (!addresses) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
    return addresses
  }
  const guard = createAddressGuard({ allow: ['127.0.0.0/8'], resolve })
  const connect: Connect = (target) => {
    if (target.address.startsWith('127.')) return connectTcp(target)
    dialled.push(target.address)
    throw new Error(`a test dialled ${target.address}`)
  }
  return { guard, resolve, connect, dialled }
}
