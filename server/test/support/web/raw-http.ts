import { connect, type Socket } from 'node:net'

// HTTP as bytes on a socket, for requests that `fetch` refuses to make or silently repairs: odd paths, a chosen Host,
// broken framing, half a request.

export interface RawAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  body: any
}

export interface RawOptions {
  key?: string | undefined
  cookie?: string | undefined
  headers?: Record<string, string>
  body?: string | Uint8Array
}

const giveUpMs = 10_000

/** The bytes of a request. Host, Content-Length and Connection: close are added unless given. */
export function rawRequest(method: string, path: string, options: RawOptions = {}): Buffer {
  const body = Buffer.from(options.body ?? '')
  const headers = {
    host: 'polegraph.test',
    connection: 'close',
    ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
    ...(options.cookie !== undefined && { cookie: options.cookie }),
    ...(options.body !== undefined && { 'content-length': String(body.length) }),
    ...(options.body !== undefined && { 'content-type': 'application/json' }),
    ...options.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

export async function callRaw(url: string, method: string, path: string, options?: RawOptions): Promise<RawAnswer> {
  return sendRaw(url, rawRequest(method, path, options))
}

/** Sends bytes and reads until the service closes the connection. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = await openSocket(url)
  const answer = readAnswer(socket)
  socket.write(bytes)
  return answer
}

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const timer = setTimeout(() => socket.destroy(new Error('the service did not close the connection')), giveUpMs)
    let failure: Error | undefined
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      clearTimeout(timer)
      // A service that does not want the rest of a request resets the connection after the answer.
      if (chunks.length === 0) reject(failure ?? new Error('the service closed the connection without an answer'))
      else resolve(parseAnswer(Buffer.concat(chunks).toString('utf8')))
    })
  })
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = text.slice(end + 4)
  const isJson = headers.get('content-type')?.startsWith('application/json') && body !== ''
  return { status: Number(first.split(' ')[1]), headers, body: isJson ? JSON.parse(body) : body }
}
