import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { AddressGuard } from '../address/address-guard.ts'
import { type Connect, openGuarded } from './guarded-agent.ts'

// An HTTP proxy on loopback, the only way out for a browser. It resolves names, and every connection goes through the
// guard, whatever a script asks for.

export interface GuardedProxy {
  port: number
  close(): void
}

export interface ProxyOptions {
  guard: AddressGuard
  connect?: Connect | undefined
  /** Bytes that may come in through the proxy in total. */
  max_bytes: number
}

export async function startGuardedProxy(options: ProxyOptions): Promise<GuardedProxy> {
  const sockets = new Set<Socket>()
  let left = options.max_bytes
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
    return socket
  }
  const open = async (target: { hostname: string; port: string; protocol: string }) => {
    const socket = keep(await openGuarded(options, target))
    socket.on('data', (bytes: Buffer) => {
      left -= bytes.length
      if (left < 0) socket.destroy()
    })
    return socket
  }
  const server = createServer((request, response) => void forward(open, request, response))
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, client: Socket) => void tunnel(open, request, keep(client)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Open = (target: { hostname: string; port: string; protocol: string }) => Promise<Socket>

async function forward(open: Open, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '')
  if (url?.protocol !== 'http:') {
    response.writeHead(400).end()
    return
  }
  try {
    const socket = await open(url)
    const { 'proxy-connection': _, ...headers } = request.headers
    const onward = requestHttp({
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: 'close' },
      createConnection: () => socket,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  } catch {
    response.writeHead(502).end()
  }
}

async function tunnel(open: Open, request: IncomingMessage, client: Socket): Promise<void> {
  const url = URL.parse(`https://${request.url ?? ''}`)
  try {
    if (!url) throw new Error('no target')
    const socket = await open(url)
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    client.pipe(socket).pipe(client)
  } catch {
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  }
}
