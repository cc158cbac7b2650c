import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type ModelServer, startModelServer } from '../support/model/model-server.ts'
import { answerSimply } from '../support/model/simple-model.ts'
import { type LocalSites, startLocalSites } from '../support/web/local-site.ts'
import type { Fault, WebVersion } from './draw-play.ts'
import { makeWeb } from './played-web.ts'

// Everything outside the service: sites, a model, a receiver of webhooks. Each counts who comes, and fails where it shall.

export interface AcceptedDelivery {
  id: string
  type: string
  body: string
}

export interface PlayedWorld {
  sites: LocalSites
  model: ModelServer
  receiver_url: string
  version: WebVersion
  accepted: AcceptedDelivery[]
  /** In micro-dollars, of all answers that went out whole. */
  billed(): number
  /** How many requests of any kind have come. */
  activity(): number
  /** A request lied to, so a page is stored as it never was. */
  hasLied: boolean
  close(): Promise<void>
}

type Place = 'web' | 'model' | 'receiver'
type WrongAt = { [At in Place]: Extract<Fault, { do: At }>['how'] }

const lateMs = 1_200

export async function startWorld(options: {
  version: WebVersion
  faults(): Fault[]
  onHappened(fault: Fault): void
  kill(process: number): void
}): Promise<PlayedWorld> {
  const counts: Record<Place, number> = { web: 0, model: 0, receiver: 0 }
  /** What goes wrong with this request. */
  const visit = <Of extends Place>(place: Of) => {
    const at = ++counts[place]
    for (const fault of options.faults()) {
      if (fault.do !== 'die at request' || fault.to !== place || fault.at !== at) continue
      options.onHappened(fault)
      options.kill(fault.process)
    }
    const wrong = options.faults().find((fault) => fault.do === place && fault.at === at)
    if (wrong) options.onHappened(wrong)
    return wrong && 'how' in wrong ? (wrong.how as WrongAt[Of]) : undefined
  }
  const sites = await startLocalSites(
    makeWeb({
      version: () => world.version,
      onRequest: () => {
        const how = visit('web')
        if (how === 'lies') world.hasLied = true
        return how
      },
    }),
  )
  let billed = 0
  const answer: Answer = async (call) => {
    const how = visit('model')
    if (how === 'breaks off late') await new Promise((resolve) => setTimeout(resolve, lateMs))
    // Asked once more, it still means the page that came first.
    const given = answerSimply({ system: call.system, user: call.messages[0]?.content ?? '' })
    const usage = given.usage as { input: number; output: number }
    const bill = () => {
      billed += usage.input + 2 * usage.output
    }
    switch (how) {
      case 'breaks off':
      case 'breaks off late':
        return 'reset'
      case 'fails':
        return { status: 500, body: { error: { message: 'something broke' } } }
      case 'is busy':
        return { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'too many' } } }
      case 'talks':
        bill()
        return { ...given, text: `Certainly! Here is what I found: ${given.text.slice(0, 20)}` }
      case 'stops short':
        bill()
        return { ...given, text: given.text.slice(0, -15), finish: 'length' }
      default:
        bill()
        return given
    }
  }
  const model = await startModelServer({ answer })
  const accepted: AcceptedDelivery[] = []
  const receiver = createServer((request, response) => {
    const how = visit('receiver')
    if (how === 'breaks off') return void request.socket.destroy()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (how === 'fails') return void response.writeHead(500).end()
      const body = Buffer.concat(chunks).toString('utf8')
      const { id, type } = JSON.parse(body)
      accepted.push({ id, type, body })
      if (how === 'forgets to answer') return void request.socket.destroy()
      response.writeHead(200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const world: PlayedWorld = {
    ...{ sites, model, accepted, version: options.version, hasLied: false },
    receiver_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    billed: () => billed,
    activity: () => counts.web + counts.model + counts.receiver,
    close: async () => {
      await Promise.all([sites.close(), model.close()])
      receiver.closeAllConnections()
      receiver.close()
    },
  }
  return world
}
