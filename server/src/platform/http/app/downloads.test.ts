import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { fail } from '../errors.ts'
import { sendChunks } from './downloads.ts'

// Downloads on a bare HTTP server, where both ends can be observed.

const chunk = 'x'.repeat(100_000)
let made = 0
let ended = false
let failsAt = Number.POSITIVE_INFINITY
let refusedAt = Number.POSITIVE_INFINITY
let count = 3

async function* makeChunks() {
  made = 0
  ended = false
  try {
    while (made < count) {
      if (made === failsAt) throw new Error('the database is gone')
      made++
      yield chunk
    }
  } finally {
    ended = true
  }
}

const server = createServer(async (_request, response) => {
  const chunks = makeChunks()
  const confirm = () => {
    if (made >= refusedAt) throw fail('invalid_api_key')
    return undefined
  }
  await sendChunks(response, undefined, await chunks.next(), chunks, confirm).catch(() => response.destroy())
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function download(settings: { count: number; failsAt?: number; refusedAt?: number }): Promise<IncomingMessage> {
  count = settings.count
  failsAt = settings.failsAt ?? Number.POSITIVE_INFINITY
  refusedAt = settings.refusedAt ?? Number.POSITIVE_INFINITY
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

it('is written to its end', async () => {
  expect((await text(await download({ count: 30 }))).length).toBe(3_000_000)
  expect(await text(await download({ count: 0 }))).toBe('')
})

it('is cut off when it cannot go on, and never looks whole', async () => {
  await expect(text(await download({ count: 30, failsAt: 5 }))).rejects.toThrow('aborted')
})

it('is cut off when its reader may read no more', async () => {
  await expect(text(await download({ count: 30, refusedAt: 5 }))).rejects.toThrow('aborted')
  expect([made, ended]).toEqual([5, true])
})

it('is made at the pace of its reader, and no longer when the reader has gone', async () => {
  const response = await download({ count: 10_000 })
  response.pause()
  // As much as the buffers of two kernels and of this process hold, and not a gigabyte.
  let before = -1
  while (before !== made) {
    before = made
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(made).toBeLessThan(500)
  expect(ended).toBe(false)
  response.destroy()
  await expect.poll(() => ended).toBe(true)
  expect(made).toBeLessThan(500)
})
