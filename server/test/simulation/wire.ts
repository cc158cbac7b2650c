import { Socket } from 'node:net'

// What one process says to the database, message by message, so that it can be cut, refused or silenced at any of its
// statements: in the bytes of PostgreSQL's own protocol, where a commit may be lost on its way there or back.

export type WireFault = 'die before' | 'die after' | 'cut before' | 'cut after' | 'full disk'

/** What happens at a statement that writes, which is counted; undefined lets it through. */
export type OnWrite = (statement: string) => WireFault | undefined

const writes = /^\s*(insert|update|delete|commit|with[\s\S]*\b(insert into|update|delete from)\b)/i
/** Extended query messages of one statement: parse, bind, describe, execute, close, sync. */
const endsStatement = 'S'
const diskIsFull = simpleQuery(
  `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
)

/** All connections of one process. */
export class Wire {
  readonly #sockets = new Set<TappedSocket>()
  readonly #onWrite: OnWrite
  readonly #onDeath: () => void
  isDead = false

  constructor(options: { onWrite: OnWrite; onDeath(): void }) {
    this.#onWrite = options.onWrite
    this.#onDeath = options.onDeath
  }

  /** For `stream` of a connection's settings. */
  readonly open = (): Socket => {
    const socket = new TappedSocket({ onWrite: this.#onWrite, die: this.#onDeath })
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.isDead) socket.silence()
    return socket
  }

  /** As the end of a process does: the server sees its connections end, and rolls back. */
  end(): void {
    this.isDead = true
    for (const socket of this.#sockets) socket.silence()
  }
}

class TappedSocket extends Socket {
  readonly #onWrite: OnWrite
  readonly #die: () => void
  readonly #texts = new Map<string, string>()
  #isStarted = false
  #isSilent = false
  /** The messages of the present statement are dropped up to its end. */
  #isRefusing = false
  #atAnswer: (() => void) | undefined

  constructor(options: { onWrite: OnWrite; die(): void }) {
    super()
    this.#onWrite = options.onWrite
    this.#die = options.die
  }

  /** Ends the connection; whoever uses it hears nothing more. */
  silence(): void {
    this.#isSilent = true
    this.destroy()
  }

  override connect(...to: unknown[]): this {
    if (this.#isSilent) return this
    Reflect.apply(super.connect, this, to)
    // Node gives every socket that connects its own `write`.
    Reflect.deleteProperty(this, 'write')
    return this
  }

  override write(message: string | Uint8Array, ...rest: unknown[]): boolean {
    if (this.#isSilent) return true
    const pass = () => Reflect.apply(super.write, this, [message, ...rest]) as boolean
    const chunk = Buffer.from(message as Uint8Array)
    // The first message has no type.
    if (!this.#isStarted) {
      this.#isStarted = true
      return pass()
    }
    const type = chunk.toString('latin1', 0, 1)
    if (this.#isRefusing) {
      if (type !== endsStatement) return true
      this.#isRefusing = false
      return super.write(diskIsFull)
    }
    const statement = this.#statementOf(type, chunk)
    const fault = statement !== undefined && writes.test(statement) ? this.#onWrite(statement) : undefined
    if (fault === undefined) return pass()
    if (fault === 'full disk') {
      if (type === 'Q') return super.write(diskIsFull)
      this.#isRefusing = true
      return true
    }
    const end = fault.startsWith('die') ? () => this.#die() : () => this.destroy()
    if (fault.endsWith('before')) {
      end()
      return true
    }
    this.#atAnswer = end
    return pass()
  }

  /** The text of the statement that the message begins. */
  #statementOf(type: string, message: Buffer): string | undefined {
    if (type === 'Q') return textAt(message, 5)
    if (type === 'P') {
      const name = textAt(message, 5)
      this.#texts.set(name, textAt(message, 5 + Buffer.byteLength(name) + 1))
    }
    if (type !== 'B') return undefined
    const portal = textAt(message, 5)
    return this.#texts.get(textAt(message, 5 + Buffer.byteLength(portal) + 1))
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (this.#isSilent) return event === 'close' ? super.emit(event, ...values) && false : false
    if (event === 'data' && this.#atAnswer) {
      this.#atAnswer()
      return true
    }
    return super.emit(event, ...values)
  }
}

function textAt(message: Buffer, start: number): string {
  return message.toString('utf8', start, message.indexOf(0, start))
}

function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
