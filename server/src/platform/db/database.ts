import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import type { Listener, NoticeBoard } from './notice-board.ts'
import type { StatementNames } from './statement-names.ts'

// One interface to PostgreSQL, however it is reached.

export interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The answer of `pg` itself, with its own value types: for a library that brings its own SQL. */
  queryAsPg(text: string, values?: unknown[]): Promise<{ rows: object[] }>
}

export interface Transaction extends Queryable {
  /** The time of everything this transaction writes, from the clock of the process. */
  readonly now: Date
  /** Sent to all processes when, and only if, the transaction commits. At most 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>
  /** Rows that `copy … to stdout` writes, in pieces of whole rows, as fast as they are read. Nothing else can be asked meanwhile. */
  copyOut(text: string): AsyncIterable<Buffer>
  /** Gives the bytes to `copy … from stdin`. Returns the number of rows. */
  copyIn(text: string, bytes: Uint8Array): Promise<number>
}

export interface Database extends Queryable {
  /** When `ended` is aborted, the statement is cancelled, or not begun, and its reason is thrown once it has ended. */
  query<Row extends object>(text: string, values?: unknown[], ended?: AbortSignal): Promise<Row[]>
  /** For short statements that must not wait for long ones: who calls, and whether the database answers. */
  readonly prompt: Queryable
  /** When `ended` is aborted before the commit, the statement under way is cancelled, nothing is kept, and its reason is thrown. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, ended?: AbortSignal): Promise<Result>
  listen(channel: string, listener: Listener): Promise<void>
  close(): Promise<void>
}

/** The database cannot be reached now; the same call may work later. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The database can be reached but not used, such as one of an older PostgreSQL. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  // The socket of a PostgreSQL that is being started again, or whose folder is closed for a while.
  'ENOENT',
  'EACCES',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  // Going down or full, a database or role that is not there (yet), read-only after a failover.
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
  '53300',
  '53400',
  '3D000',
  '28P01',
  '28000',
  '25006',
  '25P03',
  // A statement that ran past its time.
  '57014',
])

/** Messages of `pg` that carry no code. */
const unavailableMessages = [
  'connection terminated',
  'connection timeout',
  'timeout exceeded when trying to connect',
  'query read timeout',
  'not queryable',
]

export function asDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const lost =
    unavailableCodes.has(code) ||
    code.startsWith('08') ||
    (code === '' && unavailableMessages.some((message) => error.message.toLowerCase().includes(message)))
  return lost ? new DatabaseUnavailable('the database cannot be reached', { cause: error }) : error
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const openTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** A statement beside an open transaction would silently see other data, and wait for a connection that nobody gives back. */
function refuseInsideTransaction(): void {
  if (openTransaction.getStore()?.open) throw new Error('inside a transaction, use its handle')
}

const asPg = (text: string, values: unknown[] | undefined): pg.QueryConfig => ({
  text,
  ...(values && { values }),
  types: pg.types,
})

/** A deadlock, a conflict, or a prepared statement that does not fit any more: the same work may succeed now. */
const worthRepeating = new Set(['40001', '40P01', '0A000', '26000'])
/** The statement that was prepared on this connection does not fit the tables any more, or is gone. */
const staleConnection = new Set(['0A000', '26000'])
const attempts = 3

/** A cancellation that arrives before its statement has begun ends nothing: it is sent again. */
const cancelAgainMs = 20

/** Does not wait any longer when the signal is aborted. */
async function unlessAborted<Result>(ended: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = () => reject(ended.reason)
  ended.addEventListener('abort', leave)
  if (ended.aborted) leave()
  try {
    return await Promise.race([work, left])
  } finally {
    ended.removeEventListener('abort', leave)
    work.catch(() => undefined)
  }
}

export class PooledDatabase implements Database {
  readonly #pool: pg.Pool
  readonly #clock: Clock
  readonly #notices: NoticeBoard
  readonly #close: () => Promise<void>
  readonly #statements: StatementNames
  readonly #cancel: (client: pg.PoolClient) => Promise<void>
  readonly prompt: Queryable

  constructor(options: {
    pool: pg.Pool
    clock: Clock
    notices: NoticeBoard
    close: () => Promise<void>
    /** Ends the statement that runs on the connection. */
    cancel: (client: pg.PoolClient) => Promise<void>
    /** Connections of their own for short statements. */
    promptPool: pg.Pool
    /** Names for frequent statements, which are prepared. */
    statements: StatementNames
  }) {
    this.#pool = options.pool
    this.#clock = options.clock
    this.#notices = options.notices
    this.#close = options.close
    this.#statements = options.statements
    this.#cancel = options.cancel
    const { promptPool } = options
    this.prompt = {
      query: (text, values) => this.#query(promptPool, text, values),
      queryAsPg: (text, values) => this.#queryAsPg(promptPool, text, values),
    }
  }

  async query<Row extends object>(text: string, values?: unknown[], ended?: AbortSignal): Promise<Row[]> {
    if (!ended) return this.#query(this.#pool, text, values)
    refuseInsideTransaction()
    return this.#queryUntil<Row>(text, values, ended)
  }

  async #queryUntil<Row extends object>(
    text: string,
    values: unknown[] | undefined,
    ended: AbortSignal,
  ): Promise<Row[]> {
    ended.throwIfAborted()
    const client = await this.#connectUntil(ended)
    let broken: Error | undefined
    const lose = (error: Error) => {
      broken = error
    }
    client.on('error', lose)
    const stopCancelling = this.#cancelWhen(ended, client, lose)
    try {
      ended.throwIfAborted()
      return (await client.query<Row>(this.#toQuery(text, values))).rows
    } catch (error) {
      const isAnswer = ended.aborted || errorCode(error) !== undefined
      if (!isAnswer || staleConnection.has(errorCode(error) ?? '')) broken = error as Error
      throw ended.aborted ? ended.reason : asDatabaseError(error)
    } finally {
      await stopCancelling()
      client.off('error', lose)
      client.release(broken)
    }
  }

  /**
   * Cancels what runs on the connection once the signal is aborted, until the returned function is called. A connection is
   * not used for anything else before a cancellation has arrived: it would end another statement.
   */
  #cancelWhen(ended: AbortSignal, client: pg.PoolClient, lose: (error: Error) => void): () => Promise<void> {
    const done = new AbortController()
    let cancelled: Promise<void> | undefined
    const cancel = () => {
      cancelled ??= this.#cancelUntil(done.signal, client).catch(lose)
    }
    ended.addEventListener('abort', cancel)
    return async () => {
      ended.removeEventListener('abort', cancel)
      done.abort()
      await cancelled
    }
  }

  async #cancelUntil(done: AbortSignal, client: pg.PoolClient): Promise<void> {
    while (!done.aborted) {
      await this.#cancel(client)
      await sleep(cancelAgainMs, undefined, { signal: done }).catch(() => undefined)
    }
  }

  /** Whoever leaves does not wait for a connection; the one that comes is given back. */
  async #connectUntil(ended: AbortSignal): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect()
    try {
      return await unlessAborted(ended, connecting)
    } catch (error) {
      connecting.then((client) => client.release()).catch(() => undefined)
      throw asDatabaseError(error)
    }
  }

  async #query<Row extends object>(pool: pg.Pool, text: string, values: unknown[] | undefined): Promise<Row[]> {
    refuseInsideTransaction()
    try {
      return (await pool.query<Row>(this.#toQuery(text, values))).rows
    } catch (error) {
      throw asDatabaseError(error)
    }
  }

  queryAsPg(text: string, values?: unknown[]): Promise<{ rows: object[] }> {
    return this.#queryAsPg(this.#pool, text, values)
  }

  async #queryAsPg(pool: pg.Pool, text: string, values: unknown[] | undefined) {
    refuseInsideTransaction()
    try {
      return await pool.query<object>(asPg(text, values))
    } catch (error) {
      throw asDatabaseError(error)
    }
  }

  async transaction<Result>(work: (tx: Transaction) => Promise<Result>, ended?: AbortSignal): Promise<Result> {
    refuseInsideTransaction()
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runTransaction(work, ended)
      } catch (error) {
        if (attempt === attempts || !worthRepeating.has(errorCode(error) ?? '')) throw asDatabaseError(error)
      }
    }
  }

  async #runTransaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    ended: AbortSignal | undefined,
  ): Promise<Result> {
    const client = await (ended ? this.#connectUntil(ended) : this.#pool.connect())
    const state = { open: true }
    const notices: [string, string][] = []
    const openClient = () => {
      if (!state.open) throw new Error('this transaction has ended')
      ended?.throwIfAborted()
      return client
    }
    const query = async <Row extends object>(text: string, values?: unknown[]) =>
      (await openClient().query<Row>(this.#toQuery(text, values))).rows
    const queryAsPg = async (text: string, values?: unknown[]) => openClient().query<object>(asPg(text, values))
    const notify = async (channel: string, payload: string) => {
      await query('select pg_notify($1, $2)', [channel, payload])
      notices.push([channel, payload])
    }
    let broken: Error | undefined
    // The pool listens to errors of idle clients only: without this, losing a client between two statements would end
    // the process.
    const lose = (error: Error) => {
      broken = error
    }
    client.on('error', lose)
    const stopCancelling = ended && this.#cancelWhen(ended, client, lose)
    try {
      ended?.throwIfAborted()
      await client.query('begin')
      const tx: Transaction = {
        ...{ now: this.#clock.now(), query, queryAsPg, notify },
        copyOut: (text) => copyOut(openClient(), text),
        copyIn: async (text, bytes) => copyIn(openClient(), text, bytes),
      }
      const result = await openTransaction.run(state, () => work(tx))
      state.open = false
      await stopCancelling?.()
      ended?.throwIfAborted()
      await client.query('commit')
      // The server's own notice follows in a moment; in this process the change must be known before the caller goes
      // on.
      for (const [channel, payload] of notices) this.#notices.post(channel, payload)
      return result
    } catch (error) {
      state.open = false
      await stopCancelling?.()
      if (staleConnection.has(errorCode(error) ?? '')) broken = error as Error
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw ended?.aborted ? ended.reason : error
    } finally {
      client.off('error', lose)
      client.release(broken)
    }
  }

  #toQuery(text: string, values: unknown[] | undefined): pg.QueryConfig {
    const name = this.#statements.nameOf(text, values)
    return { text, ...(values && { values }), ...(name !== undefined && { name }) }
  }

  async listen(channel: string, listener: Listener): Promise<void> {
    try {
      await this.#notices.subscribe(channel, listener)
    } catch (error) {
      throw asDatabaseError(error)
    }
  }

  async close(): Promise<void> {
    await this.#close()
  }
}
