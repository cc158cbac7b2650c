import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startService } from '../../../src/service/start.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { callService, copyDatabase } from '../../support/harness.ts'

const { key } = inject('template')

/** A proxy between the service and PostgreSQL that can cut the connection. */
class Line {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  constructor(target: URL) {
    this.#target = target
  }

  async open(): Promise<void> {
    this.#server = createServer((inner) => {
      const outer = connect(Number(this.#target.port || 5432), this.#target.hostname)
      for (const [from, to] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        this.#sockets.add(from)
        from.on('data', (bytes) => to.write(bytes))
        from.on('close', () => to.destroy())
        from.on('error', () => to.destroy())
      }
    }).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as { port: number }).port
  }

  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    await closed
  }
}

describe('while PostgreSQL cannot be reached', () => {
  let line: Line
  let url: string
  let environment: Record<string, string>
  beforeAll(async () => {
    const copy = await copyDatabase()
    environment = copy.environment
    const target = new URL(environment.DATABASE_URL as string)
    line = new Line(target)
    await line.open()
    await line.cut()
    const through = new URL(target)
    through.port = String(line.port)
    const config = readConfig({ PORT: '0', RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0', DATABASE_URL: through.href })
    const service = await startService({ config, clock: systemClock, log: createLog({ level: 'silent' }) })
    url = service.url as string
    return async () => {
      await service.stop()
      await line.cut()
      await copy.remove()
    }
  })
  const status = async (path: string) => (await callService(url, 'GET', path, { key })).status

  it('a start answers 503 and recovers by itself', async () => {
    const refused = await callService(url, 'GET', '/v1/project', { key })
    expect(refused.body.error).toBe('temporarily unavailable')
    expect(refused.headers.get('retry-after')).toBeTruthy()
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(503)
    expect(await status('/v1/openapi.json')).toBe(200)
    await line.open()
    await expect.poll(() => status('/readyz'), { timeout: 15_000 }).toBe(200)
    expect(await status('/v1/project')).toBe(200)
  })

  it('a running service answers 503 and recovers by itself', async () => {
    await line.cut()
    await expect.poll(() => status('/v1/project'), { timeout: 5_000 }).toBe(503)
    expect(await status('/v1/status')).toBe(503)
    expect((await callService(url, 'POST', '/v1/project/keys', { key })).status).toBe(503)
    await line.open()
    await expect.poll(() => status('/v1/project'), { timeout: 15_000 }).toBe(200)
    await expect.poll(() => status('/readyz'), { timeout: 15_000 }).toBe(200)
    expect((await callService(url, 'POST', '/v1/project/keys', { key })).status).toBe(201)
  })

  it('a key revoked elsewhere meanwhile is refused afterwards', async () => {
    const created = (await callService(url, 'POST', '/v1/project/keys', { key })).body
    expect((await callService(url, 'GET', '/v1/project', { key: created.key })).status).toBe(200)
    await line.cut()
    const elsewhere = await startService({
      config: readConfig({ PORT: '0', ...environment }),
      clock: systemClock,
      log: createLog({ level: 'silent' }),
    })
    await elsewhere.working
    await callService(elsewhere.url as string, 'DELETE', `/v1/project/keys/${created.id}`, { key })
    await elsewhere.stop()
    await line.open()
    await expect
      .poll(async () => (await callService(url, 'GET', '/v1/project', { key: created.key })).status, {
        timeout: 15_000,
      })
      .toBe(401)
  })
})

it('a start that finds tables of a later version stops what it has started', async () => {
  const copy = await copyDatabase()
  const config = readConfig({ PORT: '0', ...copy.environment })
  const open = () => startService({ config, clock: systemClock, log: createLog({ level: 'silent' }) })
  const first = await open()
  await first.working
  await first.db.query(`insert into migrations values (999, '0999_future.sql', now())`)
  await first.stop()
  const refused = await open()
  await expect(refused.ready).rejects.toThrow('newer version')
  await expect(fetch(`${refused.url}/healthz`)).rejects.toThrow('fetch failed')
  await refused.stop()
  await copy.remove()
})
