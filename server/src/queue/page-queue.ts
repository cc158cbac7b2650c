import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import { asDatabaseError, type Database, DatabaseUnavailable, type Transaction } from '../platform/db/database.ts'
import { awayDomainsOf, selectNeighbors } from '../platform/db/nodes.ts'
import { newId } from '../platform/ids.ts'
import { type ClaimedPage, isSuspect } from './claimed-page.ts'
import type { CrawlStops } from './crawl-stops.ts'
import { HostLease } from './host-lease.ts'
import { HostLeases } from './host-leases.ts'
import {
  type LaneKey,
  lockDueHosts,
  selectCrawling,
  selectForgotten,
  selectLaneDomains,
  selectNextDue,
  selectNextLanes,
  updateForgotten,
  updateHostLeases,
  updateHostsHeld,
  updateHostsReleased,
  updateHostsWithoutWork,
  updateLanesWithoutWork,
  updatePageLeases,
  updatePagesClaimed,
  updatePagesUntaken,
  upsertHostBorrowed,
} from './queries.ts'
import type { UnderWay } from './under-way.ts'

// The queue, as one worker sees it. A host belongs to one worker, in whatever process, until the worker releases it or
// its lease runs out: so politeness holds across all processes. A claim picks hosts, and for each the domain that is
// next, from the queue's own tables; then it takes pages one domain at a time.
//
//   lane open, due  | a claim takes pages                | at the end of its host's line
//   lane open, due  | nothing can be taken               | due when its next page is; never, when it has none
//   lane open       | the domain is paused or archived   | closed by the next claim that tries it
//   lane closed     | pages are queued, the crawl resumes| open
//   lane closed     | the domain or project comes back   | open, by the safety net

/** Longer than the pause between two heartbeats, short enough not to wait long for a killed process. */
export const leaseMs = 10_000
export const heartbeatMs = 3_000
/** When a page that waits for its turn to be worked on alone is looked at again. */
const suspectWaitsMs = 1_000
/** How often a host that a worker holds is looked at by somebody who waits for it. */
const visitLookMs = 100
/** How many domains a claim tries for a host. A host with more lanes without work stays due for the next claim. */
const lanesTried = 4

/** A host that this worker holds, with the pages that were taken from it. */
export interface HostClaim {
  host: string
  /** How many pages in a row could not reach the host, and when the last of them was tried. */
  failures: number
  failed_at: Date | null
  pages: ClaimedPage[]
  leases: HostLeases
}

type DueHost = Awaited<ReturnType<typeof lockDueHosts>>[number]

export class PageQueue {
  readonly #db: Database
  readonly #clock: Clock
  readonly #delayMs: number
  readonly #stops: CrawlStops

  constructor(options: { db: Database; clock: Clock; delay_ms: number; stops: CrawlStops }) {
    this.#db = options.db
    this.#clock = options.clock
    this.#delayMs = options.delay_ms
    this.#stops = options.stops
  }

  /**
   * Takes pages of at most so many hosts, by the projects' turns: up to `pagesPerHost` of hosts that need no pause
   * between requests, and one page of the others.
   */
  async claim(free: number, pagesPerHost: number, underWay: UnderWay = nothing): Promise<HostClaim[]> {
    for (;;) {
      try {
        return await this.#claimNear(free, pagesPerHost, underWay)
      } catch (error) {
        // The others are taken without it, and without those that it lives with: one failed claim is enough for a node.
        if (!(error instanceof DomainAway)) throw error
        const waiting = await selectLaneDomains(this.#db)
        for (const id of await selectNeighbors(this.#db, error.domain_id, waiting)) awayDomainsOf(this.#db).note(id)
      }
    }
  }

  #claimNear(free: number, pagesPerHost: number, underWay: UnderWay): Promise<HostClaim[]> {
    const stops_seen = this.#stops.count
    const away = awayDomainsOf(this.#db).list()
    return this.#db.transaction(async (tx) => {
      // From here on a transaction that queues a page on these hosts waits, and then opens the host again.
      const due = await lockDueHosts(tx, free, this.#delayMs, underWay.hosts, away)
      if (due.length === 0) return []
      const leaseEnds = new Date(tx.now.getTime() + leaseMs)
      const { taken, idle } = await this.#take(tx, due, { lease_ends: leaseEnds, pages_per_host: pagesPerHost, away })
      const begun = await leaveSuspects(tx, taken, underWay.has_suspect)
      const pages = begun.map((page) => ({ ...page, stops_seen }))
      const left = new Set(taken.map(({ host }) => host)).difference(new Set(begun.map(({ host }) => host)))
      if (idle.length + left.size > 0) await updateHostsWithoutWork(tx, [...idle, ...left], this.#delayMs)
      if (pages.length === 0) return []
      const holder = newId()
      await updateHostsHeld(tx, holder, leaseEnds, lanesOf(pages))
      const byHost = Map.groupBy(pages, ({ host }) => host)
      return due.flatMap((host) => {
        const ofHost = byHost.get(host.host)
        return ofHost ? [this.#claimOf(host, holder, ofHost, leaseEnds)] : []
      })
    })
  }

  /** One domain at a time. `idle` are hosts without a page to take in any domain. */
  async #take(
    tx: Transaction,
    due: DueHost[],
    { lease_ends, pages_per_host, away }: { lease_ends: Date; pages_per_host: number; away: string[] },
  ) {
    const counts = new Map(
      due.map(({ host, crawl_delay_ms }) => [host, Math.max(crawl_delay_ms, this.#delayMs) === 0 ? pages_per_host : 1]),
    )
    const taken: Awaited<ReturnType<typeof updatePagesClaimed>> = []
    const idle: string[] = []
    const tried: LaneKey[] = []
    let lanes = due.flatMap(({ host, domain_id }) => (domain_id === null ? [] : [{ host, domain_id }]))
    let open = due.flatMap(({ host, domain_id }) => (domain_id === null ? [host] : []))
    for (let round = 1; ; round++) {
      for (const [domainId, ofDomain] of Map.groupBy(lanes, ({ domain_id }) => domain_id)) {
        const wanted = ofDomain.map(({ host }) => ({ host, count: counts.get(host) as number }))
        const pages = await updatePagesClaimed(tx, domainId, lease_ends, wanted).catch(awayAs(domainId))
        taken.push(...pages)
        const served = new Set(pages.map(({ host }) => host))
        const empty = ofDomain.filter(({ host }) => !served.has(host))
        if (empty.length === 0) continue
        const hosts = empty.map(({ host }) => host)
        await updateLanesWithoutWork(tx, domainId, hosts)
        tried.push(...empty)
        open.push(...hosts)
      }
      if (open.length === 0 || round === lanesTried) return { taken, idle }
      lanes = await selectNextLanes(tx, open, tried, away)
      const withLane = new Set(lanes.map(({ host }) => host))
      idle.push(...open.filter((host) => !withLane.has(host)))
      open = []
    }
  }

  #claimOf(due: DueHost, holder: string, pages: ClaimedPage[], leaseEnds: Date): HostClaim {
    const { host, crawl_delay_ms, failures, failed_at } = due
    pages.sort((a, b) => a.depth - b.depth || (a.id < b.id ? -1 : 1))
    // All pages of a claim are of one domain.
    const hasStopped = () => this.#stops.hasStopped(pages[0] as ClaimedPage)
    const own = this.#leaseOf(
      { host, holder, crawl_delay_ms, next_request_at: due.next_request_at },
      leaseEnds,
      hasStopped,
    )
    return {
      host,
      failures,
      failed_at: failed_at === null ? null : new Date(failed_at),
      pages,
      leases: this.#leasesFrom(own, hasStopped),
    }
  }

  #leasesFrom(own: HostLease, hasStopped: () => boolean): HostLeases {
    return new HostLeases(own, {
      clock: this.#clock,
      borrow: (borrowed) => this.#borrow(borrowed, hasStopped),
      release: (leases) => this.release(leases),
    })
  }

  /** Takes a host for a request that belongs to no page; waits while a worker holds it. */
  async visit(host: string, signal: AbortSignal): Promise<HostLeases> {
    const neverStops = () => false
    for (;;) {
      const own = await this.#borrow(host, neverStops)
      if (own) return this.#leasesFrom(own, neverStops)
      await sleep(visitLookMs, undefined, { signal })
    }
  }

  #leaseOf(host: ConstructorParameters<typeof HostLease>[0], lease_ends: Date, hasStopped: () => boolean): HostLease {
    return new HostLease(host, { clock: this.#clock, delay_ms: this.#delayMs, lease_ends, hasStopped })
  }

  async #borrow(host: string, hasStopped: () => boolean): Promise<HostLease | undefined> {
    const now = this.#clock.now()
    const lease_ends = new Date(now.getTime() + leaseMs)
    const times = { now, lease_ends, delay_ms: this.#delayMs }
    const holder = newId()
    const row = await upsertHostBorrowed(this.#db, holder, times, host)
    return row && this.#leaseOf({ host, holder, ...row }, lease_ends, hasStopped)
  }

  async release(leases: HostLease[]): Promise<void> {
    if (leases.length === 0) return
    const releases = leases.map((lease) => lease.toRelease())
    await updateHostsReleased(this.#db, this.#clock.now(), releases)
  }

  /** A heartbeat. A lease that could not be extended runs out, and then nothing is sent. */
  async extend(leases: HostLease[], pages: ClaimedPage[]): Promise<void> {
    const ends = new Date(this.#clock.now().getTime() + leaseMs)
    const held = await updateHostLeases(this.#db, ends, leases)
    const kept = new Set(held.map(({ host, holder }) => `${host} ${holder}`))
    for (const [domainId, ofDomain] of Map.groupBy(pages, ({ domain_id }) => domain_id)) {
      await awayDomainsOf(this.#db).try(domainId, () => updatePageLeases(this.#db, domainId, ends, ofDomain))
    }
    for (const lease of leases) if (kept.has(`${lease.host} ${lease.holder}`)) lease.extend(ends)
  }

  /** When the next host comes due. */
  nextDue(): Promise<Date | undefined> {
    return selectNextDue(this.#db)
  }

  /** The safety net for lost notices: finds lanes that nobody has opened, for example after a project came back from the archive. */
  async openForgotten(): Promise<void> {
    const forgotten = await selectForgotten(this.#db)
    const crawling = await awayDomainsOf(this.#db).gather(forgotten, (ids) => selectCrawling(this.#db, ids))
    if (crawling.length > 0) await this.#db.transaction((tx) => updateForgotten(tx, crawling))
  }
}

/** The node of a domain does not answer. */
class DomainAway extends Error {
  readonly domain_id: string

  constructor(domainId: string, cause: unknown) {
    super('the domain cannot be reached', { cause })
    this.domain_id = domainId
  }
}

const awayAs = (domainId: string) => (error: unknown) => {
  throw asDatabaseError(error) instanceof DatabaseUnavailable ? new DomainAway(domainId, error) : error
}

const nothing: UnderWay = { hosts: new Map(), has_suspect: false }

type TakenPage = Omit<ClaimedPage, 'stops_seen'>

/**
 * A worker has one suspect at a time under way: if its process ends, the others have not been begun. Puts the rest back,
 * in the transaction that took them, and returns the pages to work on.
 */
async function leaveSuspects(tx: Transaction, taken: TakenPage[], hasSuspect: boolean): Promise<TakenPage[]> {
  const left = new Set(taken.filter(isSuspect).slice(hasSuspect ? 0 : 1))
  if (left.size === 0) return taken
  const dueAt = new Date(tx.now.getTime() + suspectWaitsMs)
  for (const [domainId, pages] of Map.groupBy(left, ({ domain_id }) => domain_id)) {
    await updatePagesUntaken(tx, domainId, dueAt, pages)
    await updateLanesWithoutWork(tx, domainId, [...new Set(pages.map(({ host }) => host))])
  }
  return taken.filter((page) => !left.has(page))
}

const lanesOf = (pages: ClaimedPage[]): LaneKey[] => [
  ...new Map(pages.map(({ host, domain_id }) => [host, { host, domain_id }])).values(),
]
