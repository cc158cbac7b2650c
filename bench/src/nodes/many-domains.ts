import { setTimeout as sleep } from 'node:timers/promises'
import { get, makeDomain, post } from '../api.ts'

// Crawls of many small domains at once, each with hosts of its own.

export const key = `svc_${'n'.repeat(40)}`

/** Settings of a service that crawls made-up pages on this machine. */
export const environment = {
  ...{ BOOTSTRAP_KEY: key, RATE_LIMIT: '0', CRAWL_DELAY_MS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
  ...{ LOG_LEVEL: 'error', QUOTAS: 'domains=100000,pages=100000000' },
}

/** How often it is looked whether a crawl has ended: each look costs the database as much as some statements of a page. */
const lookEveryMs = 2_000

/** Makes a domain of each group of addresses, whose crawl waits. */
export async function makeDomains(url: string, groups: string[][]): Promise<string[]> {
  const ids: string[] = []
  for (const urls of groups) {
    const id = await makeDomain(url, key, { max_pages: 1_000_000, max_depth: 5 })
    await post(`${url}/v1/domains/${id}/runs/pause`, key, {})
    await post(`${url}/v1/domains/${id}/sources/bulk`, key, { urls })
    ids.push(id)
  }
  return ids
}

export async function crawlDomains(url: string, domainIds: string[]): Promise<void> {
  for (const id of domainIds) await post(`${url}/v1/domains/${id}/runs/resume`, key, {})
}

interface Run {
  status: string
  pages_done: number
  pages_total: number
}

/** Waits until all have ended, and returns how many pages they have read. */
export async function allPages(url: string, domainIds: string[]): Promise<number> {
  let pages = 0
  for (const id of domainIds) {
    for (;;) {
      const { runs } = await get<{ runs: Run[] }>(`${url}/v1/domains/${id}/runs`, key)
      if (runs[0]?.status === 'finished') {
        pages += runs[0].pages_done
        break
      }
      await sleep(lookEveryMs)
    }
  }
  return pages
}

export const inGroups = (addresses: string[], groups: number): string[][] =>
  Array.from({ length: groups }, (_, n) => addresses.filter((_, at) => at % groups === n))
