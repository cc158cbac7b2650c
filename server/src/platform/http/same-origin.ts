import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a change may come with a cookie. Browsers say where a request comes from, and a page cannot
 * make them say otherwise; a program that is no browser says neither and has no cookie to steal.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  const origin = headers.origin
  if (origin === undefined) return site === undefined
  const host = URL.parse(origin)?.host
  return host !== undefined && (host === headers.host || host === (publicUrl && URL.parse(publicUrl)?.host))
}
