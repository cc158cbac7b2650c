import type { FastifyRequest } from 'fastify'
import type { Log } from '../../log.ts'

/** Anybody can send the header: more peers than this are not told apart. */
const maxPeers = 100

/**
 * Warns, once for each peer, of `X-Forwarded-For` that is not believed. It is usually a proxy that TRUST_PROXY does not
 * name: all its clients then count as one address, and their https as http.
 */
export function warnOfUntrustedProxies(log: Log): (request: FastifyRequest) => void {
  const warned = new Set<string>()
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress
    // Of a believed header the addresses behind the peer are known; the client may be on the peer's own machine.
    const isBelieved = (request.ips?.length ?? 0) > 1
    if (peer === undefined || isBelieved || warned.has(peer) || warned.size >= maxPeers) return
    warned.add(peer)
    log.warn({ peer }, 'X-Forwarded-For from a peer that TRUST_PROXY does not name is not believed')
  }
}
