import { createHmac, hash, randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Moment } from '../events/moment.ts'

// As many signed requests with the same client and nothing else: no database, no guard, no log of attempts.
// Asked with: send, port, how many, how many at a time.

const agent = new Agent({ connections: 16 })
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const hmacKey = Buffer.alloc(32, 7)

async function send(port: string, n: number): Promise<void> {
  const id = randomUUID()
  const body = JSON.stringify({ id, type: 'run.update', domain_id: id, data: { run_id: id, status: 'running', n } })
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', hmacKey).update(`${id}.${timestamp}.${body}`).digest('base64')
  const answer = await request(`http://127.0.0.1:${port}/peer`, {
    dispatcher: agent,
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': hash('sha256', `${secret}.${body}`),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
  })
  await answer.body.dump()
}

process.on('message', async (question: string) => {
  const [verb, port = '', count = '0', width = '1'] = question.split(' ')
  if (verb !== 'send') return
  let n = 0
  const work = async () => {
    while (n < Number(count)) await send(port, ++n)
  }
  await Promise.all(Array.from({ length: Number(width) }, work))
  process.send?.({ at: String(process.hrtime.bigint()) } satisfies Moment)
})
// Nothing else keeps it alive between two questions.
process.channel?.ref()
process.on('SIGTERM', () => process.exit(0))
