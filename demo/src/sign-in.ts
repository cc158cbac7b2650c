import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'

// An account for the visitor, and an address that signs a browser in to it. Cookies belong to a host and not to a port, so a
// server of the demo can hand its session to the browser; only who has the address, which holds a secret, gets it.

export interface VisitorAccount {
  email: string
  password: string
  /** The session as the service has set it. */
  cookie: string
}

export async function makeAccount(polegraph: Polegraph): Promise<VisitorAccount> {
  const email = 'visitor@demo.example'
  const password = randomBytes(12).toString('base64url')
  const { token } = await polegraph.invites.create({ role: 'owner' })
  const { response } = await polegraph.invites.accept(token, { email, password, name: 'Visitor' }).withResponse()
  const cookie = response.headers.get('set-cookie')
  if (cookie === null) throw new Error('the service has not started a session')
  return { email, password, cookie }
}

export interface Entrance {
  /** Signs in whoever opens it, and leads on. */
  url: string
  close(): Promise<void>
}

/** `localhost` and not the address: a browser may be signed in to another service at 127.0.0.1. */
export async function openEntrance({ cookie }: VisitorAccount, leadsTo: string): Promise<Entrance> {
  const path = `/${randomBytes(16).toString('base64url')}`
  const server = createServer((request, response) => {
    if (request.url !== path || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
    response.writeHead(303, { ...headers, 'set-cookie': cookie, location: onLocalhost(leadsTo) }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}${path}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function onLocalhost(url: string): string {
  const address = new URL(url)
  address.hostname = 'localhost'
  return address.href
}
