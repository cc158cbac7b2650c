import type pg from 'pg'

// Rows in the text format of `copy`, in one message each way. What `copy … from stdin` is to read is sent together with it:
// the embedded database reads all that a message brings, and nothing that comes after it.

/** The part of `pg` that carries messages. */
interface Connection {
  stream: { cork(): void; uncork(): void }
  query(text: string): void
  sendCopyFromChunk(bytes: Uint8Array): void
  endCopyFrom(): void
}

const leastBytes = 64 * 1024

/** `pg` calls these as the messages of the server arrive. */
class Copying {
  readonly #text: string
  readonly #bytes: Uint8Array | undefined
  #received = Buffer.alloc(0)
  #length = 0
  readonly #done = Promise.withResolvers<{ rows: number; bytes: Buffer }>()
  #rows = 0

  constructor(text: string, bytes?: Uint8Array) {
    this.#text = text
    this.#bytes = bytes
  }

  get done() {
    return this.#done.promise
  }

  submit(connection: Connection): void {
    connection.stream.cork()
    connection.query(this.#text)
    if (this.#bytes) {
      connection.sendCopyFromChunk(this.#bytes)
      connection.endCopyFrom()
    }
    connection.stream.uncork()
  }

  handleCopyInResponse(): void {}

  /** A row, in the memory of the parser, where the next ones overwrite it. */
  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    const end = this.#length + chunk.length
    if (end > this.#received.length) {
      const larger = Buffer.allocUnsafe(Math.max(leastBytes, end * 2))
      this.#received.copy(larger, 0, 0, this.#length)
      this.#received = larger
    }
    this.#received.set(chunk, this.#length)
    this.#length = end
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#done.resolve({ rows: this.#rows, bytes: this.#received.subarray(0, this.#length) })
  }

  handleError(error: Error): void {
    this.#done.reject(error)
  }
}

function run(client: pg.ClientBase, copying: Copying) {
  client.query(copying as unknown as pg.Submittable)
  return copying.done
}

export const copyOut = async (client: pg.ClientBase, text: string) => (await run(client, new Copying(text))).bytes

export const copyIn = async (client: pg.ClientBase, text: string, bytes: Uint8Array) =>
  (await run(client, new Copying(text, bytes))).rows
