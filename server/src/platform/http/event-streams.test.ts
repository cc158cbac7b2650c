import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { TestClock } from '../../../test/support/harness.ts'
import { fail } from './errors.ts'
import { EventStreams } from './event-streams.ts'

// Streams on a bare HTTP server, where both ends can be observed.

const clock = new TestClock()
const streams = new EventStreams(clock, { streams: 100, streams_total: 1_000 })
let mayRead = true
const responses: ServerResponse[] = []
const server = createServer((_request, response) => {
  responses.push(response)
  streams.open('project', response, ['content-type', 'text/event-stream'], () => {
    if (!mayRead) throw fail('invalid_api_key')
    return undefined
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  streams.close()
  server.close()
})

async function openStream(): Promise<{ socket: Socket; response: ServerResponse }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  const before = responses.length
  socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n')
  await expect.poll(() => responses.length).toBe(before + 1)
  return { socket, response: responses.at(-1) as ServerResponse }
}

describe('a stream', () => {
  it('whose reader takes nothing is torn down ten seconds after its end', async () => {
    const { socket, response } = await openStream()
    socket.pause()
    // More than the buffers of two kernels hold.
    response.write(Buffer.alloc(64 * 1024 * 1024))
    clock.advance(240_000)
    await expect.poll(() => response.writableEnded, { timeout: 5_000 }).toBe(true)
    expect(response.destroyed).toBe(false)
    clock.advance(10_000)
    await expect.poll(() => response.destroyed, { timeout: 5_000 }).toBe(true)
    socket.destroy()
  })

  it('is looked at every 15 seconds, should the notice of a lost access be lost', async () => {
    const { socket, response } = await openStream()
    socket.resume()
    mayRead = false
    expect(response.writableEnded).toBe(false)
    clock.advance(15_000)
    await expect.poll(() => response.writableEnded, { timeout: 5_000 }).toBe(true)
    mayRead = true
    socket.destroy()
  })

  it('is not begun for who lost access on the way', async () => {
    mayRead = false
    const { socket, response } = await openStream()
    expect(response.writableEnded).toBe(true)
    mayRead = true
    socket.destroy()
    await expect.poll(() => streams.count).toBe(0)
  })
})
