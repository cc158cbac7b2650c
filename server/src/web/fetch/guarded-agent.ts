import { connect as connectSocket, isIP, type Socket } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { type AddressGuard, AddressRefused } from '../address/address-guard.ts'
import type { Target } from '../address/hosts-file.ts'
import { portOf } from '../address/refused-addresses.ts'

// HTTP to the open web. Every connection of the agent goes through the guard: there is no other way out, whoever uses
// it and wherever redirects lead.

/** A connection that is open, and the address at its other end; undefined behind a proxy, which was told the target's. */
export interface Reached {
  socket: Socket
  peer: string | undefined
}

/** Starts a TCP connection, or opens one through a proxy until nobody waits for it any more. */
export type Connect = (target: Target, ended: AbortSignal) => Socket | Promise<Reached & { isTunnel?: true }>

export const connectTcp = ({ address, port }: Target): Socket =>
  connectSocket({
    host: address,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  })

export class ConnectTimeout extends Error {
  override name = 'ConnectTimeout'
}

/** The time for all addresses of a name together, and for one of them while there is another to try. */
const connectWithinMs = 10_000
const nextAfterMs = 3_000

export interface GuardedAgentOptions {
  guard: AddressGuard
  connect?: Connect | undefined
  connectWithinMs?: number
  nextAfterMs?: number
  agent?: Omit<Agent.Options, 'connect' | 'factory' | 'allowH2'>
}

/** Loads undici, which takes longer than the rest of the program: create an agent when it is first needed. */
export async function createGuardedAgent(options: GuardedAgentOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  // The connector keeps TLS sessions, so the next connection to a host is cheaper.
  const startTls = buildConnector({ timeout: options.connectWithinMs ?? connectWithinMs, allowH2: false })
  const connector: buildConnector.connector = (request, callback) => {
    openGuarded(options, request).then(
      (socket) => {
        if (request.protocol !== 'https:') callback(null, socket)
        else startTls({ ...request, ...serverName(request), httpSocket: socket }, callback)
      },
      (error: Error) => callback(error, null),
    )
  }
  // One request per connection at a time: aborting it aborts nobody else's.
  return new Agent({ ...options.agent, allowH2: false, connect: connector })
}

/** The certificate must match the host of the URL, not its address. TLS names have no trailing dot. */
function serverName({ hostname, servername }: buildConnector.Options): { servername?: string } {
  if (servername) return { servername }
  return isIP(hostname) ? {} : { servername: hostname.replace(/\.$/, '') }
}

/** A connection that the guard allows; rejects with AddressRefused otherwise. */
export async function openGuarded(
  options: Omit<GuardedAgentOptions, 'agent'>,
  request: { hostname: string; port: string; protocol: string },
): Promise<Socket> {
  const { guard, connect = connectTcp } = options
  const targets = await guard.resolve(request.hostname, portOf(request))
  const giveUpAt = performance.now() + (options.connectWithinMs ?? connectWithinMs)
  let failure: unknown = new ConnectTimeout('connection timed out')
  for (const [index, target] of targets.entries()) {
    const left = giveUpAt - performance.now()
    if (left <= 0) break
    const isLast = index === targets.length - 1
    try {
      const within = isLast ? left : Math.min(left, options.nextAfterMs ?? nextAfterMs)
      const { socket, peer } = await reach(connect, target, within)
      if (guard.allows(request.hostname, target, peer)) return socket
      socket.destroy()
      failure = new AddressRefused()
      break
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function reach(connect: Connect, target: Target, withinMs: number): Promise<Reached> {
  const late = new AbortController()
  const opened = connect(target, late.signal)
  if (!(opened instanceof Promise)) {
    const socket = await connected(opened, withinMs)
    return { socket, peer: socket.remoteAddress }
  }
  const timer = setTimeout(() => late.abort(), withinMs)
  try {
    const { socket, peer, isTunnel } = await opened
    return { socket, peer: isTunnel ? target.address : peer }
  } catch (error) {
    throw late.signal.aborted ? new ConnectTimeout('connection timed out') : error
  } finally {
    clearTimeout(timer)
  }
}

function connected(socket: Socket, withinMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout('connection timed out')), withinMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}
