import { createServer, type ServerResponse } from 'node:http'
import type { Moment } from '../events/moment.ts'

// The same message to as many readers with nothing but node:http: no database, no log, no keys, no limits.

const readers = new Set<ServerResponse>()
let appended = 0

createServer((request, response) => {
  if (request.url === '/v1/project') return response.end()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 1000\n\nid: 0\n\n')
  readers.add(response)
  response.on('close', () => readers.delete(response))
  return undefined
}).listen(Number(process.env.PORT), '127.0.0.1')

process.on('message', (question: string) => {
  const [verb, domainId] = question.split(' ')
  if (verb !== 'append') return
  const data = JSON.stringify({ run_id: domainId, status: 'running', n: ++appended })
  process.send?.({ at: String(process.hrtime.bigint()) } satisfies Moment)
  const message = Buffer.from(`id: ${appended}\nevent: run.update\ndata: ${data}\n\n`)
  for (const reader of readers) reader.write(message)
})
process.on('SIGTERM', () => process.exit(0))
