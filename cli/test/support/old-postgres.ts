import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll } from 'vitest'

// A PostgreSQL of another age: it speaks the wire protocol, lets everybody in, and answers every simple query with its
// version.

const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (n: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(n)
  return bytes
}
const int16 = (n: number) => int32(n).subarray(2)
const text = (value: string) => Buffer.from(`${value}\0`)

const ready = message('Z', Buffer.from('I'))
const welcome = Buffer.concat([message('R', int32(0)), ready])
const textType = 25

const answer = (value: string) =>
  Buffer.concat([
    message('T', int16(1), text('version'), int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)),
    message('D', int16(1), int32(value.length), Buffer.from(value)),
    message('C', text('SELECT 1')),
    ready,
  ])

/** Returns an address for DATABASE_URL. */
export async function startOldPostgres(version: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    let isGreeted = false
    socket.on('data', (bytes) => {
      if (!isGreeted) socket.write(welcome)
      else if (bytes[0] === 'Q'.charCodeAt(0)) socket.write(answer(version))
      else socket.end()
      isGreeted = true
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return `postgres://nobody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/graphs`
}
