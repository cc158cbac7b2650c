import { canonicalUrl } from '../address/canonical-url.ts'
import { FetchFailed } from './fetch-failure.ts'

// Follows redirects. The canonical address is requested, as everywhere; only if it was requested before, the address as
// the site spells it. Some sites insist on a session id or an empty parameter that the canonical form drops, and would
// redirect for ever.

export interface Step {
  /** The address to request. */
  address: string
  /** Its canonical address. */
  url: string
}

export class RedirectTrail {
  readonly hops: string[] = []
  #isPermanent = true
  #current: Step
  #count = 0
  readonly #max: number
  readonly #asked: Set<string>

  constructor(url: string, max: number) {
    this.#current = { address: url, url }
    this.#max = max
    this.#asked = new Set([url])
  }

  get current(): Step {
    return this.#current
  }

  get has_moved_for_good(): boolean {
    return this.#count > 0 && this.#isPermanent
  }

  /** Moves on to the redirect's target. Throws FetchFailed. */
  follow(status: number, location: string | string[] | undefined): void {
    const { address, url } = this.#current
    const text = readLocation(location)
    const canonical = canonicalUrl(text, address)
    if (canonical === undefined) throw refuse(text, address)
    const next = this.#asked.has(canonical) ? spelt(text, address) : canonical
    if (this.#asked.has(next)) throw new FetchFailed('too_many_redirects', 'redirect loop')
    if (++this.#count > this.#max) throw new FetchFailed('too_many_redirects', `more than ${this.#max} redirects`)
    this.#asked.add(next)
    if (canonical !== url) this.hops.push(url)
    if (status !== 301 && status !== 308) this.#isPermanent = false
    this.#current = { address: next, url: canonical }
  }
}

/** Headers are bytes; letters beyond ASCII are read as UTF-8. */
function readLocation(location: string | string[] | undefined): string {
  const [first, ...others] = [location ?? []].flat()
  if (first === undefined) throw new FetchFailed('bad_redirect', 'redirect without an address')
  if (others.some((other) => other !== first)) throw new FetchFailed('bad_redirect', 'redirect with two addresses')
  return Buffer.from(first, 'latin1').toString('utf8')
}

function spelt(text: string, base: string): string {
  const url = new URL(text, base)
  url.hash = ''
  return url.href
}

function refuse(text: string, base: string): FetchFailed {
  const url = URL.parse(text, base)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && !isWeb) return new FetchFailed('bad_redirect', 'redirects to an address that is not http(s)')
  if (url?.username || url?.password) return new FetchFailed('bad_redirect', 'redirects to an address with credentials')
  return new FetchFailed('bad_redirect', 'redirects to an invalid address')
}
