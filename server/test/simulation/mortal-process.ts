import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database, Transaction } from '../../src/platform/db/database.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import type { ParseThreads } from '../../src/reader/read-page/parse-threads.ts'
import { type Service, startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { connectTcp } from '../../src/web/fetch/guarded-agent.ts'
import { type OnWrite, Wire } from './wire.ts'

// A service that can be killed as SIGKILL does it, without a process of its own, which would cost more than all the rest
// of a run. Whatever it has outside its memory are its connections. These end at once, and nothing of what it still does
// in memory gets anywhere: what it asks the database next never returns, what it dials fails.

/** A fetch that hangs is given up after so long. */
const fetchWithinMs = 400

export interface MortalProcess {
  service: Service
  isDead(): boolean
  kill(): void
  stop(): Promise<void>
}

/** It was killed before it was ready. */
export class ProcessDied extends Error {
  override name = 'ProcessDied'
}

export interface MortalOptions {
  environment: Record<string, string>
  clock: Clock
  threads: ParseThreads
  /** Where the model listens. */
  model_port: number
  onWrite: OnWrite
  /** Gets what kills it before it has begun. */
  onKill(kill: () => void): void
}

export async function startMortal(options: MortalOptions): Promise<MortalProcess> {
  const { clock, threads } = options
  const log: Log = createLog({ level: (process.env.SIMULATION_LOG ?? 'silent') as 'silent' })
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => undefined)
  const ways = new Set<() => void>()
  let isDead = false
  const kill = () => {
    if (isDead) return
    isDead = true
    for (const end of ways) end()
    death.reject(new ProcessDied())
  }
  options.onKill(kill)
  const wire = new Wire({ onWrite: options.onWrite, onDeath: kill })
  ways.add(() => wire.end())
  const model = await openWay(options.model_port)
  ways.add(model.end)
  const config = readConfig({
    ...{
      PORT: '0',
      RATE_LIMIT: '0',
      RATE_LIMIT_ANONYMOUS: '0',
      CRAWL_DELAY_MS: '0',
      CRAWL_ALLOW_PRIVATE: '127.0.0.0/8',
    },
    ...{ MODEL: 'openai-compatible:simple', MODEL_BASE_URL: `http://127.0.0.1:${model.port}/v1`, MODEL_PRICE: '1,2' },
    ...options.environment,
  })
  const connection = { connectionString: config.DATABASE_URL as string, stream: wire.open }
  const db = mortalDatabase(openPostgres({ connection, clock, log, poolSize: 6 }), () => isDead)
  const starting = startService({
    ...{ config, clock, log, threads, db: Promise.resolve(db) },
    network: { ...networkOf(ways, () => isDead), fetch_within_ms: fetchWithinMs },
  })
  starting.catch(() => undefined)
  const service = await Promise.race([starting, death.promise])
  const { server } = service.app.fastify
  const endServer = () => {
    server.close()
    server.closeAllConnections()
  }
  if (isDead) endServer()
  ways.add(endServer)
  await Promise.race([service.working, death.promise])
  return {
    ...{ service, kill },
    isDead: () => isDead,
    stop: async () => {
      if (!isDead) await Promise.race([service.stop(), death.promise]).catch(() => undefined)
      model.end()
    },
  }
}

/** To this machine alone, and only while the process lives. */
function networkOf(ways: Set<() => void>, isDead: () => boolean) {
  return {
    resolve: async (name: string) => {
      throw Object.assign(new Error(`the simulation gave ${name} no address`), { code: 'ENOTFOUND' })
    },
    connect: (target: Parameters<typeof connectTcp>[0]) => {
      if (isDead()) throw new Error('this process has ended')
      if (!target.address.startsWith('127.')) throw new Error(`the simulation dialled ${target.address}`)
      const socket = connectTcp(target)
      const end = () => socket.destroy()
      ways.add(end)
      socket.once('close', () => ways.delete(end))
      return socket
    },
  }
}

/** A port of its own that leads to another one, until it is ended: the model's client dials by itself. */
async function openWay(to: number): Promise<{ port: number; end(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((inward) => {
    const outward = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, end }
}

/** The same database; what was asked of it is never answered once the process has died. */
function mortalDatabase(db: Database, isDead: () => boolean): Database {
  const never = () => new Promise<never>(() => undefined)
  const whileAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isDead()) return never()
    try {
      const result = await work()
      return isDead() ? await never() : result
    } catch (error) {
      if (isDead()) await never()
      throw error
    }
  }
  const prompt: Database['prompt'] = {
    query: (text, values) => whileAlive(() => db.prompt.query(text, values)),
    queryAsPg: (text, values) => whileAlive(() => db.prompt.queryAsPg(text, values)),
  }
  const mortalTransaction = (tx: Transaction): Transaction => ({
    now: tx.now,
    query: (text, values) => whileAlive(() => tx.query(text, values)),
    queryAsPg: (text, values) => whileAlive(() => tx.queryAsPg(text, values)),
    notify: (channel, payload) => whileAlive(() => tx.notify(channel, payload)),
    copyOut: (text) => tx.copyOut(text),
    copyIn: (text, bytes) => whileAlive(() => tx.copyIn(text, bytes)),
  })
  return {
    prompt,
    query: (text, values, ended) => whileAlive(() => db.query(text, values, ended)),
    queryAsPg: (text, values) => whileAlive(() => db.queryAsPg(text, values)),
    transaction: (work, ended) => whileAlive(() => db.transaction((tx) => work(mortalTransaction(tx)), ended)),
    listen: (channel, listener) => {
      const heard = {
        onNotice: (payload: string) => isDead() || listener.onNotice(payload),
        ...(listener.onLive && { onLive: (live: boolean) => isDead() || listener.onLive?.(live) }),
      }
      return whileAlive(() => db.listen(channel, heard))
    },
    close: () => db.close(),
  }
}
