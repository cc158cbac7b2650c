import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a change may come with a cookie. Browsers send the origin of a request, and a page cannot forge it; a program
 * that is no browser sends none and has no cookie to steal.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  const origin = URL.parse(headers.origin)
  const own = publicUrl === undefined ? null : URL.parse(publicUrl)
  if (!origin) return false
  // Behind a proxy the scheme is known only from PUBLIC_URL.
  return origin.host === own?.host ? origin.origin === own.origin : origin.host === headers.host
}
