import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a request comes from no page, or from a page of this service. A page can be read under any name that somebody lets
 * point here (DNS rebinding), so only PUBLIC_URL, an address in digits and localhost are believed, and the Host header is not.
 */
export function isOwnOrigin({ origin: sent, host }: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (sent === undefined) return true
  const origin = URL.parse(sent)
  if (!origin) return false
  if (publicUrl !== undefined) return origin.origin === new URL(publicUrl).origin
  const name = origin.hostname.replace(/^\[(.*)\]$/, '$1')
  return origin.host === host && (isIP(name) > 0 || name === 'localhost')
}
