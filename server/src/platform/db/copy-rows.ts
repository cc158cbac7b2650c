import { Readable } from 'node:stream'
import type pg from 'pg'

// Rows in the text format of `copy`. `pg` calls the methods of these two as the messages of the server arrive.

/** The part of `pg` that carries messages. */
interface Connection {
  stream: { pause(): void; resume(): void; destroy(): void }
  query(text: string): void
  sendCopyFromChunk(bytes: Uint8Array): void
  endCopyFrom(): void
}

/** Rows that `copy … to stdout` writes. A reader who is slow slows the server down; one who leaves ends the connection. */
class CopyingOut extends Readable {
  readonly #text: string
  #connection: Connection | undefined
  #isOver = false

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  /** One whole row, in the memory of the parser, where the next ones overwrite it. */
  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause()
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end()
    this.push(null)
  }

  handleError(error: Error): void {
    this.#end()
    this.destroy(error)
  }

  /** The connection is for others again. */
  #end(): void {
    this.#isOver = true
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#connection?.stream.destroy()
    done(error)
  }
}

class CopyingIn {
  readonly #text: string
  readonly #bytes: Uint8Array
  readonly #done = Promise.withResolvers<number>()
  #rows = 0

  constructor(text: string, bytes: Uint8Array) {
    this.#text = text
    this.#bytes = bytes
  }

  get rows(): Promise<number> {
    return this.#done.promise
  }

  submit(connection: Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFromChunk(this.#bytes)
    connection.endCopyFrom()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#done.reject(error)
  }
}

export const copyOut = (client: pg.ClientBase, text: string): AsyncIterable<Buffer> =>
  submit(client, new CopyingOut(text))

export const copyIn = (client: pg.ClientBase, text: string, bytes: Uint8Array): Promise<number> =>
  submit(client, new CopyingIn(text, bytes)).rows

function submit<Copying>(client: pg.ClientBase, copying: Copying): Copying {
  client.query(copying as pg.Submittable)
  return copying
}
