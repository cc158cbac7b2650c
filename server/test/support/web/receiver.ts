import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

// A webhook receiver on this machine that records its requests. It does not keep the test worker alive.

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  json: any
}

export type Answer = (response: ServerResponse, received: Received) => void

export interface Receiver {
  url: string
  port: number
  received: Received[]
  /** The answer from now on. */
  answer: Answer
  /** How many requests it has not answered. */
  open(): number
  close(): Promise<void>
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end()

/** Never answers. */
export const hang: Answer = () => undefined

export async function startReceiver(answer: Answer = answerWith(200), port = 0): Promise<Receiver> {
  let open = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const received = { path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) }
      receiver.received.push(received)
      open++
      response.on('close', () => open--)
      receiver.answer(response, received)
    })
  })
  await listen(server, port)
  const address = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    received: [],
    answer,
    open: () => open,
    close,
  }
  return receiver
}

export interface RawReceiver {
  url: string
  port: number
  sockets: Socket[]
}

/** A receiver on the level of bytes: `onRequest` is called once for every complete request. */
export async function startRawReceiver(onRequest: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      if (!length || text.length < text.indexOf('\r\n\r\n') + 4 + Number(length)) return
      text = ''
      onRequest(socket)
    })
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/raw`, port, sockets }
}

async function listen(server: Server | ReturnType<typeof createTcpServer>, port: number): Promise<void> {
  server.listen(port, '127.0.0.1').unref()
  await once(server, 'listening')
}
