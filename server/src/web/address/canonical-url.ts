import { limits } from '@polegraph/contract/limits.ts'
import { normalizeEscapes } from './canonical-url-escapes.ts'
import { isAboutVisitor, removeSessions } from './canonical-url-parameters.ts'

// One page has one row, however its address is written. The canonical address is also the one that is fetched, so only
// differences are removed that servers do not distinguish, or that sites do not mean.
//
//   removed    fragment, default port, tracking parameters, session ids, empty parameters, the dot after a host
//   unified    letter case of scheme and host, IDNs, dot segments, escapes, `//` in a path, `a=` and `a`,
//              the order of parameters (values of one name keep theirs)
//   kept       letter case and trailing slash of the path, `www.`, http and https, `index.html`, `+` and `%20`

/** Longer inputs cannot become short enough; `data:` addresses are not even parsed. */
const inputMax = 10 * limits.url_max

const dotSegment = /\/\.\.?(?:\/|$)/

/** The canonical address; undefined for what a crawl does not read: other schemes, credentials, invalid addresses. */
export function canonicalUrl(input: string, base?: string): string | undefined {
  if (input.length > inputMax) return undefined
  return (base === undefined ? undefined : plainUrl(input, base)) ?? parsedUrl(input, base)
}

/** Paths that parsing would not change: absolute ones, or relative to a folder. */
const plainPath = /^[\w~/-][\w~./-]*$/

interface PlainBase {
  base: string
  /** Undefined where the shortcut does not apply. */
  origin: string | undefined
  folder: string
}

/** The last base, cached because the links of a page come together. */
let known: PlainBase = { base: '', origin: undefined, folder: '' }

/** A shortcut: most links of a site are paths or addresses of its own that need no parsing. */
function plainUrl(input: string, base: string): string | undefined {
  if (known.base !== base) known = plainBase(base)
  const { origin, folder } = known
  if (origin === undefined) return undefined
  const fragment = input.indexOf('#')
  const link = fragment < 0 ? input : input.slice(0, fragment)
  const isWhole = link.startsWith(origin)
  const rest = isWhole ? link.slice(origin.length) : link
  if (!plainPath.test(rest) || rest.includes('//') || rest.includes('/.')) return undefined
  const isFromRoot = rest.startsWith('/')
  if (isWhole && !isFromRoot) return undefined
  const address = isFromRoot ? origin + rest : origin + folder + rest
  return address.length > limits.url_max ? undefined : address
}

function plainBase(base: string): PlainBase {
  const url = URL.parse(base)
  const isPlain = url !== null && isReadable(url) && withoutDot(url.host) === url.host
  if (!isPlain) return { base, origin: undefined, folder: '' }
  const folder = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)
  return { base, origin: folder === canonicalPath(folder) ? url.origin : undefined, folder }
}

function parsedUrl(input: string, base: string | undefined): string | undefined {
  // An absolute address needs no base, so an invalid base does not matter.
  const url = URL.parse(input, base) ?? (base === undefined ? null : URL.parse(input))
  if (url === null || !isReadable(url)) return undefined
  const path = canonicalPath(url.pathname)
  const address = `${url.protocol}//${withoutDot(url.host)}${path}${canonicalQuery(url.search)}`
  // These can change how the rest is parsed: `/a/..;jsessionid=1/b`, `127.1..`
  if (dotSegment.test(path) || !address.startsWith(url.origin)) return canonicalUrl(address)
  return address.length > limits.url_max ? undefined : address
}

function isReadable(url: URL): boolean {
  const { protocol, hostname } = url
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return url.username === '' && url.password === '' && hostname.length <= limits.host_max && !/^\.*$/.test(hostname)
}

function withoutDot(host: string): string {
  return host.includes('.') ? host.replace(/\.+(?=:|$)/, '') : host
}

function canonicalPath(path: string): string {
  let result = normalizeEscapes(path)
  if (result.includes(';') || result.includes('(')) result = removeSessions(result)
  // Keeps `/web/2020/https://example.org/`: some sites have addresses in their paths.
  if (result.includes('//')) result = result.replace(/(?<!:)\/{2,}/g, '/')
  return result === '' ? '/' : result
}

interface Parameter {
  name: string
  text: string
}

function canonicalQuery(search: string): string {
  if (search.length < 2) return ''
  const parameters: Parameter[] = []
  for (const text of normalizeEscapes(search.slice(1)).split('&')) {
    const equals = text.indexOf('=')
    const name = equals < 0 ? text : text.slice(0, equals)
    const value = equals < 0 ? '' : text.slice(equals + 1)
    if (name === '' && value === '') continue
    if (!isAboutVisitor(name, value)) parameters.push({ name, text: value === '' ? name : text })
  }
  if (parameters.length === 0) return ''
  if (parameters.length > 1) parameters.sort(byName)
  return `?${parameters.map(({ text }) => text).join('&')}`
}

function byName(a: Parameter, b: Parameter): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
