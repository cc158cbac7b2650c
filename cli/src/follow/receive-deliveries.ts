import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookDelivery } from '@polegraph/sdk/contract-types.ts'
import { verifyWebhook, WebhookError } from '@polegraph/sdk/verify-webhook.ts'
import { exitCodes } from '../exit-codes.ts'
import { CommandFailed } from '../failure.ts'

export interface DeliveryReceiver {
  url: string
  /** From now on deliveries are verified with this secret. */
  trust(secret: string): void
  close(): Promise<void>
}

const mostBytes = 1024 * 1024

/**
 * A receiver of deliveries on this machine, for nobody else. What is verified is answered with 204 and handed over once,
 * however often it comes; anything else with 400.
 */
export async function receiveDeliveries(options: {
  port: number
  secret: string | undefined
  onDelivery(delivery: WebhookDelivery | undefined, problem?: string): void
}): Promise<DeliveryReceiver> {
  let secret = options.secret
  const seen = new Set<string>()
  const judge = async (request: IncomingMessage): Promise<number> => {
    try {
      if (request.method !== 'POST') throw new WebhookError(`a ${request.method} request is no delivery`)
      const body = await readBody(request)
      if (secret === undefined) throw new WebhookError('it came before the secret was known')
      const delivery = await verifyWebhook({ body, headers: request.headers, secret })
      if (!seen.has(delivery.id)) options.onDelivery(delivery)
      seen.add(delivery.id)
      return 204
    } catch (error) {
      options.onDelivery(undefined, (error as Error).message)
      return 400
    }
  }
  const server = createServer((request, response) => {
    void judge(request).then((status) => response.writeHead(status, { connection: 'close' }).end())
  })
  server.listen(options.port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as { code?: string }
    const message = code === 'EADDRINUSE' ? 'is in use; give another --port' : `cannot be listened on: ${code}`
    throw new CommandFailed(`port ${options.port} ${message}`, { exit_code: exitCodes.failed, code: 'port' })
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    trust: (given) => {
      secret = given
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostBytes) throw new WebhookError('it is larger than any delivery')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
