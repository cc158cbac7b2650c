import { crawlChannel } from '../crawl/domain-crawl.ts'
import { newId } from '../platform/ids.ts'
import { claimPages, type HostClaim, heartbeatMs, leaseMs } from '../queue/claim-pages.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import { extendHostLeases, extendPageLeases, nextDue, openForgottenHosts } from '../queue/host-holding.ts'
import { HostTurn } from '../queue/host-lease.ts'
import { Turns } from '../queue/host-leases.ts'
import { type PageParts, type Processed, type ProcessedLater, processPage } from './process-page.ts'
import { ReadingPool } from './reading-pool.ts'
import { Settler } from './settler.ts'

// A worker: takes pages of hosts that may be asked, works on many hosts at once and on the pages of one host in turn,
// and writes what comes out. Any number of processes do this on one database.

/** Hosts that one process works on at the same time. */
const hostsMax = 32
/** How many pages to take at once of a host that asks for no pause. */
const pagesPerHost = 4
/** A host that could not be reached for so many pages in a row is not asked for the next ones, for a while. */
const failuresMax = 4
const failingMs = 60_000
const tickMs = 100
/** Notices can be lost with the connection that hears them. */
const safetyNetMs = 5_000
const pauseAfterFaultMs = 1_000

interface Job {
  turns: Turns
  pages: ClaimedPage[]
}

export class Crawler {
  readonly #parts: PageParts
  readonly #settler: Settler
  readonly #pool: ReadingPool
  readonly #delayMs: number
  readonly #holder = newId()
  readonly #jobs = new Set<Job>()
  readonly #stopping = new AbortController()
  /** What is under way is broken off. */
  readonly #breaking = new AbortController()
  #isDue = true
  /** Pages that a model has read and that are being written. */
  #settling = 0
  #nextDueAt = Number.POSITIVE_INFINITY
  #lookedAt = 0
  #wakeUp: () => void = () => undefined
  #ticker: NodeJS.Timeout | undefined
  #heart: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(parts: PageParts & { delay_ms: number }) {
    this.#parts = parts
    this.#delayMs = parts.delay_ms
    this.#settler = new Settler({ ...parts, holder: this.#holder })
    this.#pool = new ReadingPool(this.#breaking.signal, (processed) => this.#endReading(processed))
  }

  async start(): Promise<void> {
    await this.#parts.db.listen(crawlChannel, {
      onNotice: () => this.#wake(),
      onLive: (live) => live && this.#wake(),
    })
    this.#ticker ??= setInterval(() => this.#tick(), tickMs).unref()
    this.#heart ??= setInterval(() => void this.#beat(), heartbeatMs).unref()
    this.#running ??= this.#run()
  }

  /** Takes nothing new, gives what is under way a while to end, and puts the rest back. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
    for (const page of this.#pool.stop()) this.#endReading(this.#handBack(page))
    const giveUp = setTimeout(() => this.#breaking.abort(new Error('the worker is stopping')), withinMs)
    while (this.#jobs.size > 0 || this.#pool.size > 0 || this.#settling > 0) {
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve
      })
    }
    clearTimeout(giveUp)
    await this.#settler.flush()
    clearInterval(this.#ticker)
    clearInterval(this.#heart)
  }

  #wake(): void {
    this.#isDue = true
    this.#wakeUp()
  }

  #tick(): void {
    const isNet = performance.now() - this.#lookedAt >= safetyNetMs
    if (isNet || this.#parts.clock.now().getTime() >= this.#nextDueAt) this.#wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        if (this.#mayClaim) await this.#claim()
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'pages could not be claimed')
        await new Promise((resolve) => setTimeout(resolve, pauseAfterFaultMs))
        this.#isDue = true
        continue
      }
      if (this.#mayClaim) continue
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve
      })
    }
  }

  get #mayClaim(): boolean {
    return this.#isDue && this.#jobs.size < hostsMax && !this.#pool.isFull
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#parts
    const room = hostsMax - this.#jobs.size
    this.#isDue = false
    if (performance.now() - this.#lookedAt >= safetyNetMs) {
      this.#lookedAt = performance.now()
      await openForgottenHosts(db, clock.now())
    }
    const claims = await claimPages(db, {
      holder: this.#holder,
      hosts: room,
      pages_per_host: pagesPerHost,
      delay_ms: this.#delayMs,
    })
    for (const claim of claims) void this.#work(claim)
    if (claims.length === room) this.#isDue = true
    else this.#nextDueAt = (await nextDue(db))?.getTime() ?? Number.POSITIVE_INFINITY
  }

  async #work(claim: HostClaim): Promise<void> {
    const { db, clock, log } = this.#parts
    const lease_ends = new Date(clock.now().getTime() + leaseMs)
    const turn = new HostTurn(claim, { clock, delay_ms: this.#delayMs, lease_ends })
    const turns = new Turns(turn, { db, clock, holder: this.#holder, delay_ms: this.#delayMs })
    const job = { turns, pages: claim.pages }
    this.#jobs.add(job)
    const outcomes: Processed[] = []
    for (const page of claim.pages) {
      const processed = await this.#processOne(claim, page, turns)
      if (!('finish' in processed)) outcomes.push(processed)
      else if (!this.#pool.add(processed)) outcomes.push(this.#handBack(page))
    }
    await turns.giveBackBorrowed().catch((error) => log.warn({ err: error }, 'a borrowed host was not released'))
    this.#settler.add({
      outcomes,
      turn,
      done: () => {
        this.#jobs.delete(job)
        this.#wake()
      },
    })
  }

  #handBack(page: ClaimedPage): Processed {
    return { page, fetched_at: null, links_seen: 0, type: 'later', due_at: this.#parts.clock.now(), failure: null }
  }

  /** A page that a model has read: its host was let go of long ago. */
  #endReading(outcome: Processed): void {
    this.#settling++
    this.#settler.add({
      outcomes: [outcome],
      done: () => {
        this.#settling--
        this.#wake()
      },
    })
  }

  async #processOne(claim: HostClaim, page: ClaimedPage, turns: Turns): Promise<Processed | ProcessedLater> {
    const now = this.#parts.clock.now()
    const ended = { page, fetched_at: null, links_seen: 0 }
    // A host that does not answer is given up after a few claims: no page of this one would do better.
    const isVain = this.#stopping.signal.aborted || turns.own.is_failing
    if (isVain) return { ...ended, type: 'later', due_at: now, failure: null }
    if (claim.failures >= failuresMax && now.getTime() - (claim.failed_at?.getTime() ?? 0) < failingMs) {
      return {
        ...ended,
        type: 'ended',
        status: 'failed',
        error: `host cannot be reached: it did not answer for ${failuresMax} pages in a row`,
      }
    }
    return processPage(this.#parts, page, turns, this.#breaking.signal)
  }

  /** Keeps what is held. What cannot be kept is noticed by the turns, which then let nothing be sent. */
  async #beat(): Promise<void> {
    if (this.#jobs.size === 0 && this.#pool.size === 0) return
    const { db, clock, log } = this.#parts
    const jobs = [...this.#jobs]
    const leaseEnds = new Date(clock.now().getTime() + leaseMs)
    const turns = jobs.flatMap((job) => [job.turns.own, ...job.turns.borrowed])
    try {
      const hosts = turns.map(({ host }) => host)
      const held = await extendHostLeases(db, this.#holder, leaseEnds, hosts)
      await extendPageLeases(db, leaseEnds, [...jobs.flatMap(({ pages }) => pages), ...this.#pool.pages])
      for (const turn of turns) if (held.has(turn.host)) turn.extend(leaseEnds)
    } catch (error) {
      log.warn({ err: error }, 'leases were not extended')
    }
  }
}
