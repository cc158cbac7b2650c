import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Takes deliveries and notes when each came. A path that begins with /dead never gets an answer.

export interface Arrivals {
  count: number
  wrong: number
  /** When each event had come to all of its receivers but the dead one, by its number, in nanoseconds. */
  at: Record<string, string[]>
}

const arrivals: Arrivals = { count: 0, wrong: 0, at: {} }
const secrets = new Map<string, string>()

const server = createServer((request, response) => {
  if (request.url?.startsWith('/dead')) return
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const at = String(process.hrtime.bigint())
    response.writeHead(204).end()
    const body = Buffer.concat(chunks).toString('utf8')
    arrivals.count++
    // Enough to know that they are signed; checking each would measure the receiver.
    const secret = arrivals.count % 100 === 0 ? secrets.get(request.url ?? '') : undefined
    if (secret && sign(secret, body) !== request.headers['x-service-signature']) arrivals.wrong++
    const n = /"n": ?(\d+)/.exec(body)?.[1] ?? '0'
    const times = arrivals.at[n]
    if (times) times.push(at)
    else arrivals.at[n] = [at]
  })
})

const sign = (secret: string, body: string) => createHash('sha256').update(`${secret}.${body}`).digest('hex')

server.listen(0, '127.0.0.1')
process.on('message', (question: string) => {
  const [verb, path = '', secret = ''] = question.split(' ')
  if (verb === 'port') process.send?.((server.address() as AddressInfo).port)
  if (verb === 'count') process.send?.(arrivals.count)
  if (verb === 'arrivals') process.send?.(arrivals)
  if (verb !== 'secret') return
  secrets.set(path, secret)
  process.send?.(true)
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
