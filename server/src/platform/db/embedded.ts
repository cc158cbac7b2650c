import { once } from 'node:events'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { describeUnusable, isUnwritable, makeFolder } from './data-folder.ts'
import { type Database, DatabaseUnavailable, DatabaseUnusable, PooledDatabase } from './database.ts'
import { evaluateInThreads } from './evaluate-in-threads.ts'
import { lockFolder } from './folder-lock.ts'
import { NoticeBoard } from './notice-board.ts'
import { rowValues } from './row-values.ts'
import { SessionTurns } from './session-turns.ts'
import { StatementNames } from './statement-names.ts'

// PostgreSQL inside this process (PGlite), in a thread of its own. `pg` talks to it as to a server,
// over a stream that carries the wire protocol's bytes to the thread and back.

const watchMs = 5_000

/** Where the files of the database are, in a data folder. */
export const databaseFolder = (folder: string) => join(folder, 'database')

const versionOf = (folder: string) => statSync(join(databaseFolder(folder), 'PG_VERSION'), { throwIfNoEntry: false })

/** For those who need a database that is there: opening a folder makes one. */
export function requireDatabase(folder: string): void {
  if (versionOf(folder)) return
  throw new DatabaseUnusable(`there is no database in ${folder}; name its folder with --data or DATA_DIR`)
}

/** Opening a database writes to its folder, and what root writes there its service could not open any more. */
export function requireOwner(folder: string): void {
  const owner = versionOf(folder)?.uid
  if (process.getuid?.() !== 0 || owner === 0) return
  throw new DatabaseUnusable(
    `the database in ${folder} belongs to user ${owner}; do this as that user (root can make a backup while its service runs)`,
  )
}

export async function openEmbedded(options: {
  folder: string
  clock: Clock
  log: Log
  /** Set for one who loads all of an empty database, and is alone with it. */
  isLoading?: boolean
  /** Called once when the folder was removed or moved: nothing that is written from then on is kept. */
  onFolderLost?: (() => void) | undefined
  newThread?: (folder: string, isLoading: boolean) => Worker
}): Promise<Database> {
  const lock = lockFolder(options.folder)
  const files = databaseFolder(options.folder)
  const { isLoading = false } = options
  const thread = new EmbeddedThread(() => (options.newThread ?? newThread)(files, isLoading), files, options.log)
  try {
    makeFolder(files)
    await thread.start()
  } catch (error) {
    lock.release()
    throw error
  }
  const watch = setInterval(() => {
    if (lock.isThere()) return
    clearInterval(watch)
    options.onFolderLost?.()
  }, watchMs).unref()
  // PGlite has one session, so the pool has one connection: its queue makes callers wait for each other.
  const pool = new pg.Pool({
    stream: () => thread.openStream(),
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    types: rowValues,
    onConnect: (client) => prepareSession(client, notices),
  })
  pool.on('error', (error) => options.log.error({ err: error }, 'lost the embedded database; opening it again'))
  const notices = new NoticeBoard(async (channel) => {
    await pool.query(`listen ${channel}`)
    notices.setLive(true)
  })
  return new PooledDatabase({
    kind: 'embedded',
    pool,
    clock: options.clock,
    notices,
    // Statements are planned in this process, so preparing them saves its time.
    statements: new StatementNames(),
    cancel: () => thread.cancel(),
    turns: new SessionTurns(),
    close: async () => {
      clearInterval(watch)
      await pool.end()
      await thread.stop()
      lock.release()
    },
  })
}

async function prepareSession(client: pg.PoolClient | pg.ClientBase, notices: NoticeBoard): Promise<void> {
  client.on('notification', ({ channel, payload }) => notices.post(channel, payload ?? ''))
  // An earlier connection may have left a transaction open in the one session, and prepared statements under the same
  // names. Plans are cached: one that scans a table because it was empty would be kept while the table grows.
  await client.query(`rollback; deallocate all; set timezone = 'UTC'; set enable_seqscan = off`)
  for (const channel of notices.channels) await client.query(`listen ${channel}`)
  notices.setLive(true)
}

export function newThread(folder: string, isLoading = false): Worker {
  return new Worker(new URL('./embedded-thread.ts', import.meta.url), { workerData: { folder, isLoading } })
}

/** Why the thread could not open the database; with a code where a file is the reason. */
export interface ThreadFailure {
  failed: string
  code: string | undefined
}

class EmbeddedThread {
  readonly #newWorker: () => Worker
  readonly #folder: string
  readonly #log: Log
  #worker: Worker | undefined
  #stream: EmbeddedStream | undefined

  constructor(newWorker: () => Worker, folder: string, log: Log) {
    this.#newWorker = newWorker
    this.#folder = folder
    this.#log = log
  }

  async start(): Promise<void> {
    const worker = this.#newWorker()
    const [message] = (await once(worker, 'message')) as ['ready' | ThreadFailure]
    if (message !== 'ready') {
      await worker.terminate()
      if (isUnwritable(message.code)) throw describeUnusable(dirname(this.#folder), message)
      throw new DatabaseUnusable(`the database in ${this.#folder} does not open: ${message.failed}`)
    }
    worker.on('message', (bytes: Uint8Array) => this.#stream?.receive(bytes))
    worker.on('error', (error) => this.#log.error({ err: error }, 'the embedded database failed'))
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#stream?.destroy(new Error('Connection terminated unexpectedly'))
    })
    this.#worker = worker
  }

  /** For the pool's next connection. Starts the thread again if it has failed. */
  openStream(): EmbeddedStream {
    const stream = new EmbeddedStream({
      connect: async () => {
        if (!this.#worker) await this.#startAgain()
        this.#stream = stream
      },
      send: (bytes) => {
        // A copy: cloning a view would clone the whole buffer behind it.
        const message = new Uint8Array(bytes)
        this.#worker?.postMessage(message, [message.buffer])
      },
    })
    return stream
  }

  /** What keeps it from opening, such as a disk without room, may pass: callers are asked to come back. */
  async #startAgain(): Promise<void> {
    try {
      await this.start()
    } catch (error) {
      throw new DatabaseUnavailable('the database cannot be reached', { cause: error })
    }
  }

  /** Ends the statement that runs now, if one does. */
  async cancel(): Promise<void> {
    if (this.#worker) await evaluateInThreads(`globalThis.cancelStatementOf?.(${this.#worker.threadId})`)
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#worker = undefined
    this.#stream = undefined
    worker.postMessage('close')
    await once(worker, 'exit')
  }
}

const terminate = 'X'.charCodeAt(0)

/** The stream that `pg` uses as a socket. */
class EmbeddedStream extends Duplex {
  readonly #connect: () => Promise<void>
  readonly #send: (bytes: Uint8Array) => void

  constructor(options: { connect: () => Promise<void>; send: (bytes: Uint8Array) => void }) {
    super()
    this.#connect = options.connect
    this.#send = options.send
  }

  connect(): this {
    this.#connect().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  receive(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // Terminate ends this connection only; the session behind it goes on.
    if (chunk[0] !== terminate) this.#send(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}
