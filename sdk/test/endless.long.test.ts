import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Polegraph } from '../src/polegraph.ts'

// Whatever is at the address of a service may send without an end: a client that is asked to talk to it stays small, and says
// what it has met.

/** Sends the same piece for as long as somebody reads; the test sees how much that was. */
async function startEndless(status: number, type: string, piece: string) {
  const sent = { bytes: 0, isLeft: false }
  const flow = (response: ServerResponse) => {
    while (!response.destroyed) {
      sent.bytes += piece.length
      if (!response.write(piece)) return void response.once('drain', () => flow(response))
    }
  }
  const server = createServer((_request, response) => {
    response.on('close', () => {
      sent.isLeft = true
    })
    response.writeHead(status, { 'content-type': type })
    flow(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { polegraph: new Polegraph({ url, key: 'svc_x', retries: 0, timeout_ms: 50_000 }), sent }
}

const megabyte = 2 ** 20
const piece = 'x'.repeat(2 ** 16)

it('reads no more of an error than an error has', async () => {
  const { polegraph, sent } = await startEndless(500, 'application/json', piece)
  await expect(polegraph.project.get()).rejects.toMatchObject({ status: 500, code: 'unexpected_answer' })
  await expect.poll(() => sent.isLeft).toBe(true)
  expect(sent.bytes).toBeLessThan(16 * megabyte)
})

it('gives up on an answer that does not end', async () => {
  const { polegraph, sent } = await startEndless(200, 'application/json', piece)
  await expect(polegraph.project.get()).rejects.toMatchObject({
    ...{ status: 200, code: 'unexpected_answer', message: 'the answer is longer than 64 MB' },
  })
  await expect.poll(() => sent.isLeft).toBe(true)
})

it.each([
  ['a line', piece],
  ['a message', `data: ${piece}\n`],
])('gives up on a stream with %s that does not end', async (_what, text) => {
  const { polegraph, sent } = await startEndless(200, 'text/event-stream', text)
  const events = polegraph.events('0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70', { since: 0 })
  await expect(events.next()).rejects.toMatchObject({
    ...{ code: 'unexpected_answer', message: 'the stream has a message longer than 8 MB' },
  })
  await expect.poll(() => sent.isLeft).toBe(true)
  expect(sent.bytes).toBeLessThan(32 * megabyte)
})

it('does not follow a cursor that comes again', async () => {
  const cursors = ['a', 'b', 'a', 'b']
  let asked = 0
  const answer = () => {
    const next_cursor = cursors[asked++ % cursors.length]
    return Promise.resolve(Response.json({ domains: [{ name: `domain ${asked}` }], next_cursor }))
  }
  const polegraph = new Polegraph({ url: 'http://127.0.0.1:1', key: 'svc_x', fetch: answer })
  const read = async () => {
    for await (const domain of polegraph.domains.list()) if (asked > 50) return domain
    return 'the end'
  }
  await expect(read()).rejects.toMatchObject({
    ...{ code: 'unexpected_answer', message: 'the list does not end: it leads to a page that it has led to before' },
  })
})
