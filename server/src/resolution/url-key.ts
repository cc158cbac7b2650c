/** Addresses that differ only in scheme, `www.`, case of the host, a trailing slash or a fragment are one home page. */
export function urlKey(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined
  const path = parsed.pathname.replace(/\/(?:index\.\w{3,5})?$/, '')
  return `${parsed.host.replace(/^www\./, '')}${path}${parsed.search}`
}
