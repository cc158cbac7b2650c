import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createAddressGuard } from '../../src/web/address-guard.ts'
import { type Connect, connectTcp } from '../../src/web/guarded-agent.ts'
import type { BadWebCase } from './bad-web-case.ts'
import { page, plain, sendPage } from './bad-web-tools.ts'

// The sites of the cases. Those who send a fetch or a crawl at them start them in a process of their own
// (`site-process.ts`), so that what a site takes is not counted against its visitors.

const folder = join(import.meta.dirname, 'cases')

/** All cases, by the path of their file. */
export async function loadCases(): Promise<{ file: string; badWebCase: BadWebCase }[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = files.filter((file) => file.endsWith('.ts')).sort()
  return Promise.all(
    names.map(async (name) => {
      const { badWebCase } = (await import(join(folder, name))) as { badWebCase: BadWebCase }
      return { file: relative(folder, join(folder, name)), badWebCase }
    }),
  )
}

export interface Site {
  origin: string
  close(): Promise<void>
}

/** A server of its own for a case, on this machine. */
export function startSite(badWebCase: BadWebCase): Promise<Site> {
  const scheme = badWebCase.https ? 'https' : 'http'
  const { serve, answer, accept } = badWebCase
  let tools = { origin: '' }
  const server = serve
    ? createServer({ keepAliveTimeout: 1000 }, (request, response) => {
        response.on('error', () => undefined)
        serve(request, response, tools)
      })
    : createTcpServer((socket) => {
        socket.on('error', () => undefined)
        if (accept) accept(socket, tools)
        else onceAsked(socket, () => answer?.(socket, tools))
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

/** After every request on the connection. */
function onceAsked(socket: Socket, then: () => void): void {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (!text.endsWith('\r\n\r\n')) return
    text = ''
    then()
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
  const guard = createAddressGuard({
    allow: ['127.0.0.0/8'],
    resolve: async (name) => {
      const addresses = badNames[name]
      if (!addresses) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
      return addresses
    },
  })
  const connect: Connect = (target) => {
    if (target.address.startsWith('127.')) return connectTcp(target)
    dialled.push(target.address)
    throw new Error(`a test dialled ${target.address}`)
  }
  return { guard, connect, dialled }
}
