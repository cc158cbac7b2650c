import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A model API on this machine: OpenAI's chat completions and Anthropic's messages, as documented. It does not keep the
// test worker alive.

export interface ReceivedCall {
  protocol: 'openai' | 'anthropic'
  model: string
  system: string
  /** The last user message. */
  user: string
  messages: { role: string; content: string }[]
  schema: Record<string, unknown> | undefined
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  body: any
}

export interface GivenAnswer {
  text: string
  /** Null: the answer has no usage. */
  usage?: { input: number; cached?: number; cache_written?: number; output: number } | null
  finish?: 'stop' | 'length' | 'refused'
}

export interface GivenResponse {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
}

/** `hang` never answers, `dribble` sends a byte now and then, `endless` sends 10 MB, `reset` breaks the connection. */
export type Behaviour = 'hang' | 'dribble' | 'endless' | 'reset' | 'redirect'

type Given = GivenAnswer | GivenResponse | Behaviour

export type Answer = (call: ReceivedCall) => Given | Promise<Given>

export interface ModelServer {
  /** For MODEL_BASE_URL. */
  url: string
  port: number
  calls: ReceivedCall[]
  /** The answer from now on. */
  answer: Answer
  /** Whether a call is under way. */
  isAsked(): boolean
  /** How many connections were made, and how many of them are open. */
  connections(): { made: number; open: number }
  close(): Promise<void>
}

const endlessBytes = 10 * 1024 * 1024

export async function startModelServer(options: { answer: Answer; key?: string }): Promise<ModelServer> {
  const calls: ReceivedCall[] = []
  let made = 0
  let asking = 0
  let open = 0
  const server = createServer((request, response) => {
    // The client was cut off and is gone.
    response.on('error', () => undefined)
    asking++
    response.on('close', () => asking--)
    respond(request, response).catch((error: Error) => sendError(response, 500, error.message))
  })
  server.on('connection', (socket) => {
    made++
    open++
    socket.on('close', () => open--)
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const parse = request.method === 'POST' ? protocols[request.url ?? ''] : undefined
    if (!parse) return sendError(response, 404, `Unknown request URL: ${request.method} ${request.url}`)
    const call = { ...parse(JSON.parse(body)), headers: request.headers, body: JSON.parse(body) }
    if (options.key !== undefined && keyOf(call) !== options.key) {
      return sendError(response, 401, `Incorrect API key provided: ${keyOf(call)}`)
    }
    calls.push(call)
    const answer = await modelServer.answer(call)
    if (typeof answer === 'string') behave(answer, response)
    else if ('status' in answer) send(response, answer)
    else send(response, { status: 200, body: render[call.protocol](call, answer) })
  }

  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const modelServer: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    calls,
    answer: options.answer,
    isAsked: () => asking > 0,
    connections: () => ({ made, open }),
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
  return modelServer
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

type ParsedCall = Omit<ReceivedCall, 'headers' | 'body'>

// biome-ignore lint/suspicious/noExplicitAny: what clients send is checked by the tests
const protocols: Record<string, (body: any) => ParsedCall> = {
  '/v1/chat/completions': (body) => {
    const all: { role: string; content: unknown }[] = body.messages
    const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer'
    const messages = all.filter((message) => !isSystem(message)).map(toText)
    const system = all.filter(isSystem).map(toText)
    return {
      protocol: 'openai',
      model: body.model,
      system: system.map(({ content }) => content).join('\n'),
      user: messages.findLast(({ role }) => role === 'user')?.content ?? '',
      messages,
      schema: body.response_format?.json_schema?.schema,
    }
  },
  '/v1/messages': (body) => {
    const messages: { role: string; content: string }[] = body.messages.map(toText)
    return {
      protocol: 'anthropic',
      model: body.model,
      system: toText({ role: 'system', content: body.system ?? '' }).content,
      user: messages.findLast(({ role }) => role === 'user')?.content ?? '',
      messages,
      schema: body.output_config?.format?.schema ?? body.tools?.[0]?.input_schema,
    }
  },
}

/** Content is a text, or a list of parts. */
function toText({ role, content }: { role: string; content: unknown }): { role: string; content: string } {
  const parts = Array.isArray(content) ? content.map(({ text }) => text).join('') : content
  return { role, content: String(parts) }
}

function keyOf({ protocol, headers }: ReceivedCall): string {
  return protocol === 'anthropic' ? String(headers['x-api-key']) : String(headers.authorization).replace(/^Bearer /, '')
}

const render = {
  openai: ({ model }: ReceivedCall, { text, usage, finish = 'stop' }: GivenAnswer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model,
    choices: [
      {
        index: 0,
        message:
          finish === 'refused'
            ? { role: 'assistant', content: null, refusal: text }
            : { role: 'assistant', content: text, refusal: null },
        logprobs: null,
        finish_reason: finish === 'length' ? 'length' : 'stop',
      },
    ],
    ...(usage === null ? {} : { usage: openaiUsage(usage) }),
  }),
  anthropic: ({ model, body }: ReceivedCall, { text, usage, finish = 'stop' }: GivenAnswer) => {
    const isTool = body.tool_choice !== undefined && finish === 'stop'
    const stopReasons = { stop: isTool ? 'tool_use' : 'end_turn', length: 'max_tokens', refused: 'refusal' }
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: isTool
        ? [{ type: 'tool_use', id: 'toolu_1', name: body.tools[0].name, input: JSON.parse(text) }]
        : [{ type: 'text', text }],
      stop_reason: stopReasons[finish],
      stop_sequence: null,
      usage: anthropicUsage(usage),
    }
  },
}

const someUsage: NonNullable<GivenAnswer['usage']> = { input: 100, output: 10 }

function openaiUsage(given: GivenAnswer['usage']): object {
  const { input, cached = 0, cache_written = 0, output } = given ?? someUsage
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, ...(cache_written ? { cache_write_tokens: cache_written } : {}) },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}

/** Here `input_tokens` does not include cached tokens. */
function anthropicUsage(given: GivenAnswer['usage']): object {
  const { input, cached = 0, cache_written = 0, output } = given ?? someUsage
  return {
    input_tokens: input - cached - cache_written,
    cache_creation_input_tokens: cache_written,
    cache_read_input_tokens: cached,
    output_tokens: output,
  }
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: GivenResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** In the form of both: OpenAI reads `error`, Anthropic `type` too. */
function sendError(response: ServerResponse, status: number, message: string): void {
  const error = { message, type: 'invalid_request_error', param: null, code: null }
  send(response, { status, body: { type: 'error', error } })
}

function behave(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'hang') return
  if (behaviour === 'reset') {
    response.socket?.resetAndDestroy()
  } else if (behaviour === 'redirect') {
    send(response, { status: 307, headers: { location: '/v1/elsewhere' } })
  } else {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (behaviour === 'endless') response.end(Buffer.alloc(endlessBytes, ' '))
    else dribble(response)
  }
}

function dribble(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
