import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { createBrotliCompress, createDeflate, createDeflateRaw, createGzip, createZstdCompress } from 'node:zlib'

// What the cases need to misbehave, in constant memory. Bodies are made when they are asked for, since some are large.

export interface BadWebTools {
  /** `http://127.0.0.1:port` of the case's own server. */
  origin: string
}

const compressors: Record<string, () => Transform> = {
  gzip: createGzip,
  deflate: createDeflate,
  'deflate-raw': createDeflateRaw,
  br: createBrotliCompress,
  zstd: createZstdCompress,
}

/** A page that nobody could object to. */
export function page(text: string, head = ''): string {
  return `<!doctype html><html><head>${head}<title>Bad web</title></head><body><h1>Bad web</h1><p>${text}</p></body></html>`
}

export const plain = 'The lighthouse was built in 1871 and its keeper was Ann Reed of Port Ellen.'

export function sendPage(response: ServerResponse, body: string | Uint8Array = page(plain), type = 'text/html'): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void
type Body = () => string | Uint8Array

/** Sends a body as a page. A type of null sends no type. */
export function sends(body: Body, type: string | null = 'text/html'): Serve {
  return (_request, response) => {
    response.writeHead(200, type === null ? {} : { 'content-type': type }).end(body())
  }
}

/** Redirects `/` to an address, and answers every other path with a good page. */
export function leadsTo(location: string): Serve {
  return (request, response) => {
    if (request.url === '/') response.writeHead(302, { location }).end()
    else sendPage(response)
  }
}

/** Sends a body as a page of a content coding, whether or not it is one. */
export function sendsCoded(coding: string, body: Body): Serve {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(body())
  }
}

/** Sends zeros without end, compressed as `format`, as a page of a content coding. */
export function sendsBomb(coding: string, format: string): Serve {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding })
    bomb(response, [format])
  }
}

/** Refuses, and says when to come again. */
export function asksToWait(status: number, retryAfter: string): Serve {
  return (_request, response) => {
    const headers = { 'retry-after': retryAfter, 'content-type': 'text/html' }
    response.writeHead(status, headers).end(page('Slow down.'))
  }
}

/** Sends these bytes, then closes the connection. */
export function says(text: string): (socket: Socket) => void {
  return (socket) => socket.end(text)
}

/** Sends the start, then the block without end. */
export function floods(start: string, block: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(start)
    flood(socket, block)
  }
}

/** The head of a good answer over the wire, with these fields beside its type. */
export function head(...fields: string[]): string {
  return lines('HTTP/1.1 200 OK', 'content-type: text/html', ...fields, '', '')
}

/** The same block for ever. */
export function endless(block: Uint8Array | string = Buffer.alloc(64 * 1024)): Readable {
  const bytes = Buffer.from(block)
  return new Readable({
    read() {
      this.push(bytes)
    },
  })
}

/** What expands without end, until the other side hangs up. Codings are applied in turn. */
export function bomb(response: ServerResponse, codings: string[], source: Readable = endless()): void {
  let stream: Readable = source
  const stages: Readable[] = [source]
  for (const coding of codings) {
    const stage = compressors[coding]?.()
    if (!stage) throw new Error(`unknown coding ${coding}`)
    stream = stream.pipe(stage)
    stages.push(stream)
  }
  for (const stage of stages) stage.on('error', () => undefined)
  stream.pipe(response)
  response.on('close', () => {
    for (const stage of stages) stage.destroy()
  })
}

/** Byte by byte, and never done: the last one is repeated. */
export function dribble(to: ServerResponse | Socket, text: string | Uint8Array, everyMs = 20): void {
  const bytes = Buffer.from(text)
  let at = 0
  const timer = setInterval(() => {
    to.write(bytes.subarray(at, at + 1))
    if (at < bytes.length - 1) at++
  }, everyMs)
  to.on('close', () => clearInterval(timer))
  to.on('error', () => undefined)
}

/** Writes a block as often as the other side takes it. */
export function flood(to: ServerResponse | Socket, block: string | Uint8Array): void {
  const source = endless(block)
  source.on('error', () => undefined)
  source.pipe(to)
  to.on('close', () => source.destroy())
  to.on('error', () => source.destroy())
}

/** Lines of HTTP, as they go over the wire. */
export function lines(...parts: string[]): string {
  return parts.join('\r\n')
}
