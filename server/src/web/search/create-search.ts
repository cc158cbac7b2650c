import type { AddressGuard } from '../address/address-guard.ts'
import type { ResolveName } from '../address/resolve-name.ts'
import { Fetcher } from '../fetch/fetcher.ts'
import type { Connect } from '../fetch/guarded-agent.ts'
import { createBrave } from './brave.ts'
import { allowOwnServer } from './client/own-server-guard.ts'
import { type Pausing, realPausing } from './client/request-pace.ts'
import type { SearchProvider } from './search-provider.ts'
import { createSearxng } from './searxng.ts'
import { createTavily } from './tavily.ts'
import { createWikipedia } from './wikipedia.ts'

export interface SearchConfig {
  SEARCH: 'wikipedia' | 'searxng' | 'brave' | 'tavily'
  SEARCH_BASE_URL?: string | undefined
  SEARCH_API_KEY?: string | undefined
  CRAWL_USER_AGENT: string
}

export interface SearchParts {
  guard: AddressGuard
  resolve?: ResolveName | undefined
  connect?: Connect | undefined
  /** The time for one request. */
  within_ms?: number | undefined
  pausing?: Pausing
}

/** The provider that the operator chose. The configuration has been checked at the start. */
export function createSearch(config: SearchConfig, parts: SearchParts): SearchProvider {
  const { SEARCH_BASE_URL: base_url, SEARCH_API_KEY: key } = config
  const guard = base_url === undefined ? parts.guard : allowOwnServer(parts.guard, base_url, parts.resolve)
  // Connections of its own: the exception of its guard must not reach the crawl.
  const fetcher = new Fetcher({ guard, connect: parts.connect, user_agent: config.CRAWL_USER_AGENT })
  const options = { fetcher, pausing: parts.pausing ?? realPausing, within_ms: parts.within_ms, base_url }
  if (config.SEARCH === 'wikipedia') return createWikipedia(options)
  if (config.SEARCH === 'searxng') return createSearxng({ ...options, base_url: required(base_url, 'SEARCH_BASE_URL') })
  const keyed = { ...options, key: required(key, 'SEARCH_API_KEY') }
  return config.SEARCH === 'brave' ? createBrave(keyed) : createTavily(keyed)
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
