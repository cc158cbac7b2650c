import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Database, DatabaseUnusable, errorCode, PooledDatabase } from './database.ts'
import { NoticeBoard } from './notice-board.ts'
import { rowValues } from './row-values.ts'
import { StatementNames } from './statement-names.ts'

/** A connection that is lost silently is noticed within two heartbeats. */
const heartbeatMs = 1_000
const oldestVersion = 150_000
const promptConnections = 2
/** A new connection to the coordinator of a cluster costs 25 ms of CPU, as much as a page; to any other server 8 ms. */
const idleMs = 300_000
/** Where memory at rest matters more: to a PostgreSQL of our own. */
const ownIdleMs = 10_000
const firstWaitMs = 50
const longestWaitMs = 2_000

/** A pool of connections to a PostgreSQL server. Connects on first use, and again after a loss. */
export function openPostgres(options: {
  /** Where the server is, such as the address of DATABASE_URL. */
  connection: pg.ClientConfig
  clock: Clock
  log: Log
  poolSize?: number
  /** For statements over whole tables, which take as long as they take. */
  withoutTimeLimits?: boolean
  /** Called when all connections are closed. */
  onClosed?: () => Promise<void>
}): Database {
  const { log, withoutTimeLimits = false } = options
  const connection: pg.ClientConfig = {
    ...options.connection,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    application_name: 'polegraph',
    // Without `jit=off`, compiling a statement took five seconds where running it takes a tenth of one. Plans are kept:
    // one that scans a table because it was small would be used while the table grows.
    options: `-c jit=off -c enable_seqscan=off -c timezone=UTC -c datestyle=ISO -c idle_in_transaction_session_timeout=${
      withoutTimeLimits ? 0 : 60_000
    }`,
    types: rowValues,
  }
  const idleTimeoutMillis = options.connection.connectionString === undefined ? ownIdleMs : idleMs
  const openPool = (settings: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...connection, ...settings, idleTimeoutMillis, onConnect: requireUsable })
    // Logs no error object: it holds the whole client, with the key that cancels its statements. A server that ends takes
    // all connections with it, of which the listening one tells.
    pool.on('error', (error) =>
      log.debug({ reason: error.message, code: errorCode(error) }, 'lost an idle database connection'),
    )
    return pool
  }
  const timeLimits = withoutTimeLimits ? { statement_timeout: 0 } : { statement_timeout: 60_000, query_timeout: 65_000 }
  const pool = openPool({ max: options.poolSize ?? 10, ...timeLimits })
  const promptPool = openPool({ max: promptConnections, statement_timeout: 5_000, query_timeout: 6_000 })
  const listener = new ListeningConnection(connection, log)
  return new PooledDatabase({
    pool,
    clock: options.clock,
    notices: listener.notices,
    // Planning took a third of the server's time in a crawl.
    statements: new StatementNames(),
    promptPool,
    cancel: async (client) => {
      await promptPool.query('select pg_cancel_backend($1::integer)', [
        (client as unknown as { processID: number }).processID,
      ])
    },
    close: async () => {
      await listener.close()
      await Promise.all([pool.end(), promptPool.end()])
      await options.onClosed?.()
    },
  })
}

async function requireUsable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  if (Number(rows[0]?.version) < oldestVersion) {
    throw new DatabaseUnusable('PostgreSQL 15 or later is needed; DATABASE_URL names an older server')
  }
  if (rows[0]?.encoding !== 'UTF8') {
    throw new DatabaseUnusable(
      `the database is encoded in ${rows[0]?.encoding}, which cannot hold all names; make one with: createdb -E UTF8 -T template0`,
    )
  }
}

/**
 * The one connection that LISTENs. A heartbeat detects a loss that TCP does not report; then it reconnects by itself,
 * and its listeners are told both times.
 */
class ListeningConnection {
  readonly notices = new NoticeBoard((channel) => this.#hear(channel))
  readonly #config: pg.ClientConfig
  readonly #log: Log
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #closed = false

  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = config
    this.#log = log
  }

  async #hear(channel: string): Promise<void> {
    if (this.#client) {
      await this.#client.query(`listen ${channel}`)
      this.notices.setLive(true)
    } else {
      this.#connecting ??= this.#connectUntilDone()
      await this.#connecting
    }
  }

  async #connectUntilDone(): Promise<void> {
    for (let wait = firstWaitMs; !this.#closed; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        await this.#connect()
        this.#connecting = undefined
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : error
        this.#log[wait < longestWaitMs ? 'debug' : 'warn']({ reason }, 'cannot listen to the database yet')
        await sleep(wait)
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#config, query_timeout: heartbeatMs })
    client.on('notification', ({ channel, payload }) => this.notices.post(channel, payload ?? ''))
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      for (const channel of this.notices.channels) await client.query(`listen ${channel}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#heartbeat = setInterval(() => {
      client.query('select 1').catch(() => this.#lose(client))
    }, heartbeatMs).unref()
    this.notices.setLive(true)
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return
    this.#client = undefined
    clearInterval(this.#heartbeat)
    client.end().catch(() => undefined)
    this.#log.warn('lost the listening database connection')
    this.notices.setLive(false)
    this.#connecting ??= this.#connectUntilDone()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#heartbeat)
    await this.#client?.end().catch(() => undefined)
  }
}
