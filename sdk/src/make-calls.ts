import type { Answered, CallOptions, PendingCall, UploadedFile } from './call-options.ts'
import { calls } from './calls.ts'
import type { CallGroups } from './contract-types.ts'
import { PolegraphError } from './polegraph-error.ts'
import type { CallRequest, QueryInput, Transport } from './transport.ts'

type Page = Record<string, unknown>

/** The most that a list gives at a time. */
const listMax = 500

/** The functions of all calls, by group. */
export function makeCalls(transport: Transport): CallGroups {
  const groups = Object.entries(calls).map(([group, rows]) => {
    const functions = Object.entries<string>(rows).map(([name, row]) => [name, makeCall(transport, row)])
    return [group, Object.fromEntries(functions)]
  })
  return Object.fromEntries(groups) as CallGroups
}

function makeCall(transport: Transport, row: string) {
  const [method = '', path = '', ...marks] = row.split(' ')
  const params = path.split('{').length - 1
  const takes = marks.includes('?query') ? 'query' : marks.includes('+body') ? 'body' : undefined
  const items = marks.find((mark) => mark.startsWith('>'))?.slice(1)
  const isFile = marks.includes('file')
  const isUpload = marks.includes('upload')
  return (...args: unknown[]) => {
    const input = takes && args[params]
    const after = takes ? params + 1 : params
    const options = args[isUpload ? after + 1 : after] as CallOptions | undefined
    const request: CallRequest = {
      ...{ method, path: fillPath(path, args), isFile },
      ...(takes && { [takes]: input }),
      ...(isUpload && { file: args[after] as UploadedFile }),
    }
    const answered = transport.call<Page>(request, options)
    const call = asCall(answered)
    if (items === undefined) return call
    const askFor = async (query: QueryInput) => (await transport.call<Page>({ ...request, query }, options)).data
    return Object.assign(call, {
      [Symbol.asyncIterator]: () => eachItem(call, items, input as QueryInput, askFor, request),
    })
  }
}

function asCall<Answer>(answered: Promise<Answered<Answer>>): PendingCall<Answer> {
  const data = answered.then((answer) => answer.data)
  const withResponse = () => {
    // A caller of `withResponse` hears of a failure from the response alone.
    data.catch(() => undefined)
    return answered
  }
  return Object.assign(data, { withResponse })
}

/** Puts ids into a path. An id that would make it another path is a mistake of the caller. */
export function fillPath(path: string, params: readonly unknown[]): string {
  let at = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[at++]
    const isId = (typeof value === 'string' && !/^\.{0,2}$/.test(value)) || typeof value === 'number'
    if (!isId) throw new TypeError(`${name} must be an id`)
    return encodeURIComponent(value)
  })
}

async function* eachItem(
  first: Promise<Page>,
  items: string,
  query: QueryInput | undefined,
  askFor: (query: QueryInput) => Promise<Page>,
  request: CallRequest,
) {
  const led = new Set<string>()
  for (let page = await first; ; ) {
    const rows = page[items] as unknown[]
    yield* rows
    const next = nextQuery(page, rows.length)
    if (!next) return
    const position = JSON.stringify(next.position)
    if (led.has(position)) throw endlessList(request)
    led.add(position)
    page = await askFor({ ...next.size, ...query, ...next.position })
  }
}

function endlessList({ method, path }: CallRequest): PolegraphError {
  const message = 'the list does not end: it leads to a page that it has led to before'
  return new PolegraphError(message, { code: 'unexpected_answer', status: 200, method, path })
}

/** How a list goes on: by cursor, by offset, or as a log, whose end is a page without items. */
function nextQuery(page: Page, count: number): { size?: QueryInput; position: QueryInput } | undefined {
  const { next_cursor, next_offset, cursor } = page
  const size = { limit: listMax }
  if (typeof next_cursor === 'string') return { size, position: { cursor: next_cursor } }
  if (typeof next_offset === 'number') return { size, position: { offset: next_offset } }
  return typeof cursor === 'number' && count > 0 ? { position: { since: cursor } } : undefined
}
