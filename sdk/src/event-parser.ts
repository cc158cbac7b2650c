/** One message of a stream of server-sent events. */
export interface ServerSentEvent {
  type: string
  data: string
}

/** The longest message of the service is the change of an entity, which has at most 256 KB. */
const messageMaxMegabytes = 8
const messageMax = messageMaxMegabytes * 2 ** 20

/** A message that does not end: whatever sends it is not the service. */
export class MessageTooLong extends Error {
  override readonly message = `the stream has a message longer than ${messageMaxMegabytes} MB`
}

/** Reads server-sent events as the HTML standard defines them. */
export class EventParser {
  /** The last id that the stream gave, with or without a message. */
  last_id: string | undefined
  /** How long the service asks readers to wait before they come back. */
  retry_ms: number | undefined
  #rest = ''
  #type = ''
  #data: string[] = []
  #length = 0
  #id: string | undefined

  constructor(lastId: string | undefined) {
    this.last_id = lastId
  }

  /** The messages that are complete with this piece of the stream, each with the id that it leaves behind. */
  *read(text: string): Generator<ServerSentEvent> {
    // A carriage return may be the first half of the end of a line.
    const all = this.#rest + text
    if (all.length > messageMax) throw new MessageTooLong()
    const end = all.endsWith('\r') ? all.length - 1 : all.length
    const lines = all.slice(0, end).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + all.slice(end)
    for (const line of lines) {
      if (line !== '') this.#readField(line)
      else {
        const message = this.#finish()
        if (message) yield message
      }
    }
  }

  #readField(line: string): void {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') {
      this.#length += value.length
      if (this.#length > messageMax) throw new MessageTooLong()
      this.#data.push(value)
    }
    if (name === 'event') this.#type = value
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.retry_ms = Number(value)
  }

  /** An id counts from the end of its message on: a message that was cut off is sent again. */
  #finish(): ServerSentEvent | undefined {
    if (this.#id !== undefined) this.last_id = this.#id
    const message = { type: this.#type || 'message', data: this.#data.join('\n') }
    const hasData = this.#data.length > 0
    this.#type = ''
    this.#data = []
    this.#length = 0
    return hasData ? message : undefined
  }
}
