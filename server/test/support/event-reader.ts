import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'

// A reader of server-sent events that shows exactly what came: messages, comments, and the end.

export interface StreamMessage {
  id: number
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  data: any
}

export class EventReader {
  readonly messages: StreamMessage[] = []
  comments = 0
  retry: number | undefined
  /** The last `id:` line, with or without a message. */
  lastId: number | undefined
  ended = false
  readonly response: IncomingMessage
  readonly #request: ClientRequest
  #rest = ''

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#take(text))
    response.on('close', () => {
      this.ended = true
    })
    response.on('error', () => undefined)
  }

  get ids(): number[] {
    return this.messages.map(({ id }) => id)
  }

  break(): void {
    this.#request.destroy()
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#takeBlock(block)
  }

  #takeBlock(block: string): void {
    const fields = new Map<string, string>()
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (name === '') this.comments++
      else fields.set(name, value)
    }
    const retry = fields.get('retry')
    const id = fields.get('id')
    if (retry !== undefined) this.retry = Number(retry)
    if (id !== undefined) this.lastId = Number(id)
    const data = fields.get('data')
    if (data === undefined) return
    this.messages.push({ id: Number(id), event: fields.get('event') ?? 'message', data: JSON.parse(data) })
  }
}

export async function readEvents(
  url: string,
  path: string,
  options: { key?: string; cookie?: string; lastEventId?: number | string | undefined },
): Promise<EventReader> {
  const request = get(url + path, {
    agent: false,
    headers: {
      ...(options.key && { authorization: `Bearer ${options.key}` }),
      ...(options.cookie && { cookie: options.cookie }),
      ...(options.lastEventId !== undefined && { 'last-event-id': String(options.lastEventId) }),
    },
  })
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return new EventReader(request, response)
}
