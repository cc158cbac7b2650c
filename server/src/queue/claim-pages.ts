import type { Database } from '../platform/db/database.ts'
import type { ClaimedPage } from './claimed-page.ts'
import { lockDueHosts, lockNextPages, updateClaimed, updateHostsWithoutWork } from './queries.ts'

// Takes the next pages of hosts that may be asked now. A host belongs to one worker, in whatever process, until it
// lets go of it or its lease runs out: that is what makes politeness hold everywhere at once.

/** Longer than the pause between two heartbeats, short enough that a killed process is not waited for. */
export const leaseMs = 10_000
export const heartbeatMs = 3_000

/** A host that is held, with the pages that were taken of it. */
export interface HostClaim {
  host: string
  next_request_at: Date
  crawl_delay_ms: number
  /** Pages in a row for which it could not be reached, and when the last of them was tried. */
  failures: number
  failed_at: Date | null
  pages: ClaimedPage[]
}

export interface ClaimOptions {
  holder: string
  /** How many hosts there is room for. */
  hosts: number
  /** How many pages to take of a host that need not be waited for between them. */
  pages_per_host: number
  delay_ms: number
}

export function claimPages(db: Database, options: ClaimOptions): Promise<HostClaim[]> {
  return db.transaction(async (tx) => {
    const due = await lockDueHosts(tx, options.hosts, options.delay_ms)
    if (due.length === 0) return []
    const wanted = due.map(({ host, crawl_delay_ms }) => ({
      host,
      count: Math.max(crawl_delay_ms, options.delay_ms) === 0 ? options.pages_per_host : 1,
    }))
    // Hosts are locked now: who queues a page from here on waits, and opens the host again.
    const next = await lockNextPages(tx, wanted)
    const busy = new Set(next.map(({ host }) => host))
    const idle = due.filter(({ host }) => !busy.has(host)).map(({ host }) => host)
    if (idle.length > 0) await updateHostsWithoutWork(tx, idle)
    if (next.length === 0) return []
    const leaseEnds = new Date(tx.now.getTime() + leaseMs)
    const pages = await updateClaimed(tx, options.holder, leaseEnds, next)
    const byHost = Map.groupBy(pages, ({ host }) => host)
    return due.flatMap(({ host, next_request_at, crawl_delay_ms, failures, failed_at }) => {
      const taken = byHost.get(host)
      if (!taken) return []
      taken.sort((a, b) => a.depth - b.depth || (a.id < b.id ? -1 : 1))
      return [
        {
          ...{ host, next_request_at: new Date(next_request_at), crawl_delay_ms, failures, pages: taken },
          failed_at: failed_at === null ? null : new Date(failed_at),
        },
      ]
    })
  })
}
