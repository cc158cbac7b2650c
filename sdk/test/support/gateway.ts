import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

// A gateway in front of a service, as there are in the world outside: it passes requests on, or loses them, or loses their
// answers, or answers itself. It does not keep the test worker alive.

export interface Passed {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

/** What happens to one request. */
export type Fate =
  | 'pass'
  /** The service never sees it. */
  | 'lose'
  /** The service does it, and nobody hears. */
  | 'lose answer'
  /** Half of the answer arrives. */
  | 'cut answer'
  /** Nothing happens, for as long as the caller waits. */
  | 'hang'
  | OwnAnswer

export interface OwnAnswer {
  status: number
  headers?: Record<string, string>
  body: string
}

export interface Gateway {
  url: string
  /** Every request that came, in order. */
  passed: Passed[]
  /** The fates of the next requests; then all of them pass. */
  next: Fate[]
  /** The answers to these methods are lost. */
  lose_answers_of: Set<string>
  /** What it answers itself, by path, whenever it is asked. */
  pages: Map<string, OwnAnswer>
  /** Where it passes requests on to, from now on. */
  target: string
  /** Breaks every connection that is open. */
  breakAll(): void
}

export async function startGateway(target: string): Promise<Gateway> {
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    gateway.passed.push({ method, path: url, headers })
    const fate =
      gateway.pages.get(url) ?? gateway.next.shift() ?? (gateway.lose_answers_of.has(method) ? 'lose answer' : 'pass')
    if (fate === 'lose') request.socket.destroy()
    else if (fate === 'hang') request.resume()
    else if (typeof fate === 'object') response.writeHead(fate.status, fate.headers).end(fate.body)
    else passOn(gateway.target, request, response, fate)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: [],
    next: [],
    lose_answers_of: new Set(),
    pages: new Map(),
    target,
    breakAll: () => server.closeAllConnections(),
  }
  return gateway
}

function passOn(target: string, request: IncomingMessage, response: ServerResponse, fate: Fate): void {
  const onward = send(target + request.url, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
    if (fate === 'lose answer') return void answer.resume().on('end', () => request.socket.destroy())
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    if (fate === 'cut answer') return void answer.once('data', (chunk: Buffer) => cut(response, chunk))
    response.flushHeaders()
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

function cut(response: ServerResponse, chunk: Buffer): void {
  response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy())
}
