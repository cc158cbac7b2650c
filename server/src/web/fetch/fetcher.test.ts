import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressGuard } from '../address/address-guard.ts'
import { BodyBudget, freeBodyBytes } from './body-budget.ts'
import { FetchFailed } from './fetch-failure.ts'
import { Fetcher } from './fetcher.ts'

// A successful fetch, and what its caller can rely on. Failures are cases of server/test/bad-web.

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function start(handler: Handler, options: { budget?: BodyBudget } = {}) {
  const seen: IncomingMessage[] = []
  let connections = 0
  const server = createServer((request, response) => {
    seen.push(request)
    handler(request, response)
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const guard = createAddressGuard({ allow: ['127.0.0.0/8'] })
  const fetcher = new Fetcher({ guard, user_agent: 'polegraph-test/1 (+mailto:a@example.org)', ...options })
  onTestFinished(async () => {
    await fetcher.close()
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, fetcher, seen, connections: () => connections }
}

describe('a request', () => {
  it('says who asks and what for, and nothing else', async () => {
    const { origin, fetcher, seen } = await start((_request, response) => response.end('hello'))
    await fetcher.fetch({ url: `${origin}/a?b=c` })
    expect(seen[0]?.url).toBe('/a?b=c')
    expect(seen[0]?.headers).toEqual({
      host: origin.slice('http://'.length),
      connection: 'keep-alive',
      'user-agent': 'polegraph-test/1 (+mailto:a@example.org)',
      accept: 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1',
      'accept-encoding': 'gzip, deflate, br, zstd',
    })
  })

  it('is conditional at the first address only', async () => {
    const { origin, fetcher, seen } = await start((request, response) => {
      if (request.url === '/a') response.writeHead(301, { location: '/b' }).end()
      else response.writeHead(200, { etag: '"2"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }).end('new')
    })
    const answer = await fetcher.fetch({ url: `${origin}/a`, etag: '"1"', last_modified: 'yesterday' })
    expect(seen.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
      ['"1"', 'yesterday'],
      [undefined, undefined],
    ])
    expect(answer).toMatchObject({
      url: `${origin}/b`,
      hops: [`${origin}/a`],
      has_moved_for_good: true,
      etag: '"2"',
      last_modified: 'Thu, 01 Jan 2026 00:00:00 GMT',
    })
  })

  it('carries headers and JSON to the first address only', async () => {
    const { origin, fetcher, seen } = await start((request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: '/b' }).end()
      else response.writeHead(200, { 'x-ratelimit-remaining': '0, 9', 'x-ratelimit-reset': '1, 60' }).end()
    })
    const answer = await fetcher.fetch({ url: `${origin}/a`, headers: { authorization: 'Bearer k' }, post: '{"q":1}' })
    const sent = seen.map(({ method, headers }) => [method, headers.authorization, headers['content-type']])
    expect(sent).toEqual([
      ['POST', 'Bearer k', 'application/json'],
      ['GET', undefined, undefined],
    ])
    expect(seen[0]?.headers['content-length']).toBe('7')
    expect(answer.rate_limit).toEqual({ remaining: '0, 9', reset: '1, 60' })
  })

  it('can be answered with "not modified"', async () => {
    const { origin, fetcher } = await start((_request, response) => response.writeHead(304).end())
    const answer = await fetcher.fetch({ url: `${origin}/`, etag: '"1"' })
    expect([answer.status, answer.body.length]).toEqual([304, 0])
  })

  it('is not conditional by a validator that no header can carry', async () => {
    const { origin, fetcher, seen } = await start((_request, response) => response.end())
    await fetcher.fetch({ url: `${origin}/`, etag: '"1"\r\nx-evil: 1' })
    expect(seen[0]?.headers).not.toHaveProperty('if-none-match')
    expect(seen[0]?.headers).not.toHaveProperty('x-evil')
  })

  it('uses a connection again, also behind redirects', async () => {
    const { origin, fetcher, connections } = await start((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end('moved')
      else response.end('page')
    })
    for (let n = 0; n < 5; n++) await fetcher.fetch({ url: `${origin}/old` })
    // Two connections, because the next request is sent before the redirect's own body has been discarded.
    expect(connections()).toBeLessThanOrEqual(2)
  })
})

describe('the hooks', () => {
  it('hear of every hop in order, and their time does not count', async () => {
    const { origin, fetcher } = await start((request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: '/b#part' }).end()
      else response.end()
    })
    const heard: string[] = []
    const { has_moved_for_good } = await fetcher.fetch({
      url: `${origin}/a`,
      within_ms: 300,
      beforeRequest: async (url, hop) => {
        await sleep(400)
        heard.push(`before ${hop} ${url.replace(origin, '')}`)
      },
      onSent: (url) => heard.push(`sent ${url.replace(origin, '')}`),
    })
    expect(heard).toEqual(['before 0 /a', 'sent /a', 'before 1 /b', 'sent /b'])
    expect(has_moved_for_good).toBe(false)
  })

  it('can stop it, with an error of their own', async () => {
    const { origin, fetcher, seen } = await start((_request, response) =>
      response.writeHead(302, { location: '/b' }).end(),
    )
    const refused = new Error('robots')
    const beforeRequest = async (_url: string, hop: number) => {
      if (hop === 1) throw refused
    }
    await expect(fetcher.fetch({ url: `${origin}/a`, beforeRequest })).rejects.toBe(refused)
    expect(seen).toHaveLength(1)
  })
})

describe('a fetch ends', () => {
  it('when its caller says so, before and while it runs', async () => {
    const { origin, fetcher, seen } = await start(() => undefined)
    const reason = new Error('cancelled')
    await expect(fetcher.fetch({ url: `${origin}/`, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const fetching = fetcher.fetch({ url: `${origin}/`, signal: controller.signal })
    await expect.poll(() => seen.length).toBe(1)
    controller.abort(reason)
    await expect(fetching).rejects.toBe(reason)
    await fetcher.idle(1_000)
  })

  it('in time, even while the client is being loaded', async () => {
    const { origin, fetcher } = await start((_request, response) => response.end())
    await expect(fetcher.fetch({ url: `${origin}/`, within_ms: 0 })).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('when the fetcher is closed', async () => {
    const { origin, fetcher, seen } = await start(() => undefined)
    const fetching = fetcher.fetch({ url: `${origin}/` })
    fetching.catch(() => undefined)
    await expect.poll(() => seen.length).toBe(1)
    await fetcher.close()
    await expect(fetching).rejects.toMatchObject({ kind: 'cut_off', message: 'interrupted', is_transient: true })
    await expect(fetcher.fetch({ url: `${origin}/` })).rejects.toBeInstanceOf(FetchFailed)
  })
})

describe('large bodies', () => {
  const size = 2 * freeBodyBytes
  const large: Handler = (_request, response) => {
    response.write(Buffer.alloc(size / 2))
    response.end(Buffer.alloc(size / 2))
  }

  it('wait for each other, and small ones for nobody', async () => {
    const budget = new BodyBudget(size)
    const { origin, fetcher } = await start(
      (request, response) => (request.url === '/small' ? response.end('small') : large(request, response)),
      { budget },
    )
    const first = await fetcher.fetch({ url: `${origin}/1`, max_bytes: 2 * size })
    expect(budget.taken).toBe(size - freeBodyBytes)
    const second = fetcher.fetch({ url: `${origin}/2`, max_bytes: 2 * size })
    let isThere = false
    second.then(() => (isThere = true))
    expect((await fetcher.fetch({ url: `${origin}/small` })).body.length).toBe(5)
    await sleep(100)
    expect(isThere).toBe(false)
    first.release()
    first.release()
    const { body, release } = await second
    expect(body.length).toBe(size)
    release()
    expect(budget.taken).toBe(0)
  })

  it('lose none of their own time while they wait', async () => {
    const budget = new BodyBudget(size)
    let finish: () => void = () => undefined
    const { origin, fetcher } = await start(
      (request, response) => {
        if (request.url === '/1') return large(request, response)
        response.write(Buffer.alloc(size - 1))
        finish = () => response.end('.')
      },
      { budget },
    )
    const first = await fetcher.fetch({ url: `${origin}/1`, max_bytes: 2 * size })
    const second = fetcher.fetch({ url: `${origin}/2`, max_bytes: 2 * size, within_ms: 2_000 })
    second.catch(() => undefined)
    await sleep(1_300)
    first.release()
    await sleep(1_300)
    finish()
    expect((await second).body.length).toBe(size)
  })

  it('that wait too long are given up, and hold nothing', async () => {
    const budget = new BodyBudget(size)
    const { origin, fetcher } = await start(large, { budget })
    const first = await fetcher.fetch({ url: `${origin}/1`, max_bytes: 2 * size })
    const second = fetcher.fetch({ url: `${origin}/2`, max_bytes: 2 * size, within_ms: 150 })
    await expect(second).rejects.toMatchObject({ kind: 'timeout', message: 'too much is being read at once' })
    first.release()
    expect(budget.taken).toBe(0)
  })

  it('flow by piece by piece, and are cut when nobody wants more', async () => {
    let isClosed = false
    const { origin, fetcher } = await start((_request, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(1000)), 1)
      response.on('close', () => {
        clearInterval(timer)
        isClosed = true
      })
    })
    const { chunks } = await fetcher.stream({ url: `${origin}/` })
    let read = 0
    for await (const chunk of chunks) {
      read += chunk.length
      if (read > 5000) break
    }
    await expect.poll(() => isClosed).toBe(true)
    await expect(fetcher.idle(1_000)).resolves.toBeUndefined()
  })
})
