// Addresses of one shape on one host form a group: `example.org/news/#/*`, `example.org/shop?page`. Calendars, filters,
// pagination and mazes are groups without an end. A group that keeps growing while nothing new is said is held back in
// the end (group-doubt.ts). Only three shapes are refused outright (`trapOf`).

export interface AddressGroup {
  key: string
  /** The same shape whatever it is called, for addresses that nothing else has a name in common with. */
  folded_key: string
  host: string
  /** The address without its parameters or tokens, which may be a page of its own. */
  plain_url: string | null
}

const keyMax = 200
/** `/en/`, `/de-at/`, `/v2/`: the part of the site is what comes after it. */
const isPrefix = (segment: string) => /^(?:[a-z]{2}(?:[-_][a-z]{2})?|v\d)$/i.test(segment)
const isNumber = (segment: string) => /^[\d\-_.]*\d[\d\-_.]*$/.test(segment)
/** A part of a path that a program made up: digits between letters, without the hyphens of words. */
const isToken = (segment: string) => /^(?=.*[a-z]\d)(?=.*\d[a-z])[a-z\d_=~]{8,}$/i.test(segment) || isUuid(segment)
const isUuid = (segment: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(segment)
const isVariable = (segment: string) => isNumber(segment) || isToken(segment)
const nameOf = (segment: string) => (isNumber(segment) ? '#' : isToken(segment) ? '~' : segment)

/** `token`: a segment that is a token on this site, though it reads like a word. */
export function groupOf(address: string, token?: string): AddressGroup {
  const url = new URL(address)
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const leaf = segments.pop() ?? ''
  const named = segments[0] !== undefined && isPrefix(segments[0]) ? 2 : 1
  const names = segments.slice(0, named).map((segment) => (segment === token ? '~' : nameOf(segment)))
  const middle = middleOf(segments.slice(named))
  const parameters = [...url.searchParams.keys()]
  const query = parameters.length === 0 ? '' : parameters.length === 1 ? `?${parameters[0]}` : `?*${parameters.length}`
  // With parameters, the path is what they belong to.
  const end = isVariable(leaf) ? '#' : query === '' ? '*' : leaf
  const shape = (path: string[], last: string) => cut(`${url.host}/${[...path, ...middle, last].join('/')}${query}`)
  return {
    key: shape(names, end),
    folded_key: shape(
      names.map((name) => (name === '#' || name === '~' ? name : '*')),
      end === leaf ? '*' : end,
    ),
    host: url.host,
    plain_url: plainOf(url, token),
  }
}

/** However deep it goes, it is of few kinds: nothing, one number or two (years, months), or words as well. */
function middleOf(segments: string[]): string[] {
  if (segments.length === 0) return []
  return segments.every(isVariable) ? segments.slice(0, 2).map(() => '#') : ['**']
}

function cut(key: string): string {
  return key.length > keyMax ? `${key.slice(0, keyMax)}…` : key
}

function plainOf({ origin, pathname, search }: URL, token: string | undefined): string | null {
  const path = pathname
    .split('/')
    .filter((segment) => segment !== token && !isToken(segment))
    .join('/')
  return search === '' && path === pathname ? null : `${origin}${path.startsWith('/') ? path : `/${path}`}`
}

/** What stands at the root of a site: pages of all kinds. */
export const isRoot = (key: string): boolean => /^[^/]*\/\*$/.test(key)

/** Its addresses differ in numbers, tokens or parameters: pages that say the same in other words are suspected. */
export function isParametric(key: string): boolean {
  return /[#~?]/.test(key)
}

/** The key of the group that keeps the text sketch: pages of one path are compared, whatever their parameters are. */
export function sketchKey(key: string): string {
  const query = key.indexOf('?')
  return query < 0 ? key : key.slice(0, query + 1)
}

/** Whether two groups are one kind: views of one path, whatever their parameters are. */
export function areKin(key: string, other: string): boolean {
  return key === other || (key.includes('?') && other.includes('?') && sketchKey(key) === sketchKey(other))
}

/** The larger group of all addresses with the same parameters, or with a token in front; undefined for other groups. */
export function familyOf(key: string): string | undefined {
  const host = key.slice(0, key.search(/[/?]/))
  const query = key.indexOf('?')
  if (query >= 0) return `${host}${key.slice(query)}`
  return isTokenGroup(key) ? tokenFamily(host) : undefined
}

/** The group of all addresses of a host with a token in front. */
export const tokenFamily = (host: string): string => `${host}/~`

/** The first segment of a path with several, and the address without it. Undefined for a number or a token. */
export function prefixOf(address: string): { prefix: string; rest_url: string } | undefined {
  const url = new URL(address)
  const [, prefix, rest] = /^\/([^/]+)(\/.+)$/.exec(url.pathname) ?? []
  if (prefix === undefined || rest === undefined || isVariable(prefix) || isPrefix(prefix)) return undefined
  return { prefix, rest_url: `${url.origin}${rest}${url.search}` }
}

export const isTokenGroup = (key: string): boolean => /^[^/]*\/~\//.test(key)
/** One parameter or token for pages of many names: it may say how pages are shown, or to whom. */
export const isModifier = (key: string): boolean => /\/[*#~]\?/.test(key) || isTokenGroup(key)

/** Whether the first is the plainer address of the two, as far as their groups tell. */
export function isPlainer(key: string, other: string): boolean {
  const rank = (one: string) => (one.includes('?') ? 2 : 0) + (isTokenGroup(one) ? 1 : 0)
  return rank(key) < rank(other)
}

/** The group for what is left when a host has more shapes than any honest site. */
export function overflowGroup(host: string): string {
  return `${host}/…`
}
export const groupsPerHost = 64

const depthMax = 16
const parametersMax = 8

/** Why an address is never requested, whatever the site; undefined when it may be. */
export function trapOf(address: string): string | undefined {
  const url = new URL(address)
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (segments.length > depthMax) return 'trap: its path is too deep'
  if (url.searchParams.size > parametersMax) return 'trap: too many parameters'
  return repeatsItself(segments) ? 'trap: its path repeats itself' : undefined
}

/** A name that comes three times, or two that come twice in the same order, one after the other. */
function repeatsItself(segments: string[]): boolean {
  const seen = new Map<string, number>()
  for (const [index, segment] of segments.entries()) {
    if (isNumber(segment)) continue
    const count = (seen.get(segment) ?? 0) + 1
    if (count >= 3) return true
    seen.set(segment, count)
    for (let length = 2; length <= (index + 1) / 2; length++) {
      const last = segments.slice(index + 1 - length, index + 1)
      if (last.every((name, place) => name === segments[index + 1 - 2 * length + place])) return true
    }
  }
  return false
}
