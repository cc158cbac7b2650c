import type { AddressGuard } from '../web/address/address-guard.ts'
import { SearchFailed } from '../web/search/client/search-failed.ts'
import { createSearch, type SearchConfig } from '../web/search/create-search.ts'
import type { Finding } from './finding.ts'

const withinMs = 15_000

/** Whether the web can be searched, which discoveries, plans and autopilots need. */
export async function checkSearch(config: SearchConfig, guard: AddressGuard): Promise<Finding> {
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'search', status, message })
  const search = createSearch(config, { guard, within_ms: withinMs })
  const late = AbortSignal.timeout(withinMs)
  try {
    await search.search({ words: 'Baltic Sea', limit: 1 }, late)
    return finding('ok', `${search.name} answers`)
  } catch (error) {
    if (!(error instanceof SearchFailed) && !late.aborted) throw error
    const why = error instanceof SearchFailed ? error.message : `${search.name} took more than ${withinMs / 1000} s`
    // Wikipedia is searched where nothing was chosen: a machine without the web may be meant to be so.
    return finding(config.SEARCH === 'wikipedia' ? 'warning' : 'failed', `${why}: autopilots and discoveries will fail`)
  } finally {
    await search.close()
  }
}
