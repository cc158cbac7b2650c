import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { createBrotliCompress, createDeflate, createDeflateRaw, createGzip, createZstdCompress } from 'node:zlib'

// What the cases need to misbehave, in constant memory.

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
