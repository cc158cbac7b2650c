import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export interface Fetched {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Fetches an address below `localhost` from this machine, whether or not its name can be looked up. */
export async function fetchPage(url: string, headers: Record<string, string> = {}): Promise<Fetched> {
  const { host, port, pathname, search } = new URL(url)
  const asked = request({ host: '127.0.0.1', port, path: pathname + search, headers: { host, ...headers } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const body = (await answer.setEncoding('utf8').toArray()).join('')
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}
