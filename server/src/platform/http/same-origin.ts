import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a change may come with a cookie. Browsers say where a request comes from, and a page cannot
 * make them say otherwise; a program that is no browser says neither and has no cookie to steal.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  const origin = URL.parse(headers.origin)
  const own = publicUrl === undefined ? null : URL.parse(publicUrl)
  if (!origin) return false
  // Behind a proxy the scheme is known from PUBLIC_URL only.
  return origin.host === own?.host ? origin.origin === own.origin : origin.host === headers.host
}
