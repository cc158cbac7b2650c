import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, threadId, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { ThreadFailure } from './embedded.ts'
import { placeEmptyCluster } from './empty-cluster.ts'

// Runs in its own thread: a statement of two seconds must not stop the event loop that serves HTTP.
// Only bytes of the PostgreSQL wire protocol cross the border. Parsed messages must not: an error
// loses its class and code in structured clone, and a failed statement would look like a success.

/** The database gives its answers in pieces of 8 KB; a message for each would cost more than the piece. */
const messageBytes = 256 * 1024
/** Of `ReadyForQuery`. */
const readyBytes = 6

class Answer {
  readonly #port: MessagePort
  #pieces: Uint8Array<ArrayBuffer>[] = []
  #bytes = 0
  #end = Buffer.alloc(0)

  constructor(port: MessagePort) {
    this.#port = port
  }

  add(bytes: Uint8Array): void {
    // A copy: the bytes lie in the database's own memory, where the next piece overwrites them.
    this.#pieces.push(new Uint8Array(bytes))
    this.#bytes += bytes.length
    this.#end = Buffer.concat([this.#end, bytes.subarray(-readyBytes)]).subarray(-readyBytes)
    if (this.#bytes >= messageBytes) this.send()
  }

  /** Every answer ends with `ReadyForQuery`, but the last one of a database that has given up. */
  get isReady(): boolean {
    return this.#end[0] === 'Z'.charCodeAt(0) && this.#end.length === readyBytes
  }

  send(): void {
    const [first, ...others] = this.#pieces
    if (!first) return
    const message = others.length === 0 ? first : join(this.#pieces, this.#bytes)
    this.#pieces = []
    this.#bytes = 0
    this.#port.postMessage(message, [message.buffer])
  }
}

function join(pieces: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Without the statement that PGlite begins with: it serves answers as JavaScript values, and only bytes are asked for. */
class Database extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

/**
 * Lets the SQL parser be compiled in a way that it is never optimised. V8 optimises what runs often, and for this one
 * function of 100 KB, with a jump table of thousands of rows, that takes 1.2 GB and two seconds of CPU.
 */
function compileParser(database: PGlite): void {
  // A function is compiled when it first runs, and checks from then on how often it runs if this filter allows it.
  setFlagsFromString('--wasm-tier-up-filter=0')
  try {
    database.execProtocolRawSync(emptyStatement)
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

/** A message `Query`. */
const emptyStatement = Uint8Array.of('Q'.charCodeAt(0), 0, 0, 0, 6, ';'.charCodeAt(0), 0)

/** The memory of the database, and where its flags are. */
interface CancelFlags {
  HEAPU8: Uint8Array
  _QueryCancelPending: number
  _InterruptPending: number
}

/**
 * PostgreSQL ends a statement when a signal handler has set two flags, which it looks at every few rows. Here there are
 * no signals: the flags are set by a call from another thread, which is run in the midst of the statement.
 */
class Cancellation {
  readonly #flags: CancelFlags
  #isRunning = false

  constructor(database: PGlite) {
    this.#flags = database.Module as unknown as CancelFlags
    Object.assign(globalThis, { cancelStatementOf: (thread: number) => thread === threadId && this.#cancel() })
  }

  async during(statement: () => Promise<unknown>): Promise<void> {
    this.#isRunning = true
    // A cancellation that came too late must not end the next statement.
    this.#flags.HEAPU8[this.#flags._QueryCancelPending] = 0
    try {
      await statement()
    } finally {
      this.#isRunning = false
    }
  }

  #cancel(): void {
    if (!this.#isRunning) return
    this.#flags.HEAPU8[this.#flags._QueryCancelPending] = 1
    this.#flags.HEAPU8[this.#flags._InterruptPending] = 1
  }
}

/** PostgreSQL's own default is 128 MB, which it fills with zeros at the start. */
const bufferMb = 48

/** What is written to a table that was emptied in the same transaction is not logged beside it, and indexes are built in memory. */
const loading = ['wal_level=minimal', 'max_wal_senders=0', 'maintenance_work_mem=256MB']

const port = parentPort
if (!port) throw new Error('embedded-thread.ts runs as a worker thread only')

const { folder, isLoading } = workerData as { folder: string; isLoading?: boolean }

const settings = [`shared_buffers=${bufferMb}MB`, ...(isLoading ? loading : [])]

try {
  placeEmptyCluster(folder)
  const database = new Database({
    dataDir: folder,
    extensions: { pg_trgm, unaccent, fuzzystrmatch },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  })
  await database.waitReady
  compileParser(database)
  const answer = new Answer(port)
  const cancellation = new Cancellation(database)
  port.on('message', async (message: Uint8Array | 'close') => {
    if (message === 'close') {
      await database.close()
      process.exit(0)
    }
    // Not `execProtocolRaw`: it parses every answer beside giving its bytes, and keeps the parsed messages for good.
    // There is nothing to sync: files are written as the database writes them.
    await cancellation.during(() =>
      database.execProtocolRawStream(message, { onRawData: (bytes) => answer.add(bytes), syncToFs: false }),
    )
    answer.send()
    // A server would start another process after a panic, such as a log without room on the disk; here, another thread.
    if (!answer.isReady) process.exit(1)
  })
  port.postMessage('ready')
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  const failure: ThreadFailure = { failed: message ?? String(error), code }
  port.postMessage(failure)
}
