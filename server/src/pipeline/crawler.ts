import type { LaterEnding, PageEnding } from '../crawl/page-ending.ts'
import { noLinks } from '../frontier/links/found-link.ts'
import type { Metrics } from '../platform/metrics.ts'
import { stopChannel } from '../projects/stops.ts'
import { begunMax, type ClaimedPage, isSuspect } from '../queue/claimed-page.ts'
import type { HostLeases } from '../queue/host-leases.ts'
import { crawlChannel } from '../queue/lanes.ts'
import { type HostClaim, heartbeatMs, PageQueue } from '../queue/page-queue.ts'
import { unreachableAfter, unreachableMs } from '../queue/politeness.ts'
import type { UnderWay } from '../queue/under-way.ts'
import { PageSettler } from './page-settler.ts'
import type { ClaimedWork, ModelWork, PageParts } from './parts/page-work.ts'
import { finishPage, processPage } from './process-page.ts'
import { ReadingPool } from './reading-pool.ts'

// A worker: takes pages of hosts that may be asked now, works on many hosts at once and on the pages of one host in
// turn, and writes their endings. Any number of processes may do this on one database.

/** Hosts that one process works on at the same time. One project alone gets half of them. */
const hostsMax = 64
/** Pages that are taken at once from a host without a pause. */
const pagesPerHost = 16
const tickMs = 100
/** Notices are lost when their connection breaks. */
const safetyNetMs = 5_000
const pauseAfterFaultMs = 1_000
/** When hosts are looked at again that were due and could not be taken, if nothing has changed meanwhile. */
const pauseAfterNothingMs = 1_000

export class Crawler {
  readonly #parts: PageParts
  readonly #queue: PageQueue
  readonly #settler: PageSettler
  readonly #pool: ReadingPool
  /** Hosts that are being worked on. */
  readonly #claims = new Set<HostClaim>()
  readonly #stopping = new AbortController()
  /** Aborts the work that is under way. */
  readonly #breaking = new AbortController()
  #isDue = true
  /** Pages that a model has read and that are being written. */
  #settling = 0
  #nextDueAt = Number.POSITIVE_INFINITY
  #lookedAt = 0
  #nothingBefore = 0
  #wakeUp: () => void = () => undefined
  #ticker: NodeJS.Timeout | undefined
  #heart: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(parts: PageParts & { delay_ms: number; metrics?: Metrics | undefined }) {
    this.#parts = parts
    this.#queue = new PageQueue(parts)
    this.#settler = new PageSettler({ ...parts, queue: this.#queue })
    this.#pool = new ReadingPool(
      (work) => finishPage(parts, work, this.#breaking.signal),
      (ending) => this.#settleRead(ending),
    )
  }

  async start(): Promise<void> {
    await this.#parts.db.listen(crawlChannel, {
      onNotice: () => this.#wake(),
      onLive: (live) => live && this.#wake(),
    })
    const { stops } = this.#parts
    await this.#parts.db.listen(stopChannel, {
      onNotice: (id) => stops.note(id),
      // Stops may have been missed.
      onLive: () => stops.noteAll(),
    })
    this.#ticker ??= setInterval(() => this.#tick(), tickMs).unref()
    this.#heart ??= setInterval(() => void this.#beat(), heartbeatMs).unref()
    this.#running ??= this.#run()
  }

  /** Takes no new pages, waits for those under way, and puts the rest back into the queue. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
    for (const { page, fetched_at } of this.#pool.stop()) this.#settleRead({ page, fetched_at, ...this.#backNow() })
    const giveUp = setTimeout(() => this.#breaking.abort(new Error('the worker is stopping')), withinMs)
    while (this.#claims.size > 0 || this.#pool.size > 0 || this.#settling > 0) {
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
    const isDue = this.#parts.clock.now().getTime() >= this.#nextDueAt && performance.now() >= this.#nothingBefore
    if (isNet || isDue) this.#wake()
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
    return this.#isDue && this.#claims.size < hostsMax && !this.#pool.isFull
  }

  async #claim(): Promise<void> {
    const room = hostsMax - this.#claims.size
    this.#isDue = false
    if (performance.now() - this.#lookedAt >= safetyNetMs) {
      this.#lookedAt = performance.now()
      await this.#queue.openForgotten()
    }
    const claims = await this.#queue.claim(room, pagesPerHost, this.#underWay)
    for (const claim of claims) void this.#work(claim)
    if (claims.length === room) this.#isDue = true
    else this.#nextDueAt = (await this.#queue.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY
    const isLeft = claims.length === 0 && this.#nextDueAt <= this.#parts.clock.now().getTime()
    this.#nothingBefore = isLeft ? performance.now() + pauseAfterNothingMs : 0
  }

  get #underWay(): UnderWay {
    const claims = [...this.#claims]
    const byProject = Map.groupBy(claims, ({ pages }) => (pages[0] as ClaimedPage).project_id)
    const hosts = new Map([...byProject].map(([id, ofProject]) => [id, ofProject.length]))
    for (const id of this.#pool.full_projects) hosts.set(id, hostsMax)
    const has_suspect = [...claims.flatMap(({ pages }) => pages), ...this.#pool.pages].some(isSuspect)
    return { hosts, has_suspect }
  }

  async #work(claim: HostClaim): Promise<void> {
    const { leases } = claim
    this.#claims.add(claim)
    const endings: PageEnding[] = []
    for (const page of claim.pages) {
      const work: ClaimedWork = { type: 'claimed', page, fetched_at: null, leases, body: null }
      const ended = await this.#process(claim, work)
      if (ended.type !== 'waits_for_model') endings.push(ended)
      else if (!this.#pool.add(ended)) endings.push({ page, fetched_at: ended.fetched_at, ...this.#backNow() })
      // A large page keeps its share of memory until it is written: the texts of a host's pages would add up. Nothing else is
      // waited for meanwhile, so whoever waits for a share gets one.
      if (work.body?.is_large && endings.length > 0) await this.#write(endings.splice(0))
      work.body?.release()
    }
    await this.#giveBackBorrowed(leases)
    this.#settler.add({
      endings,
      lease: leases.own,
      done: () => {
        this.#claims.delete(claim)
        this.#wake()
      },
    })
  }

  #write(endings: PageEnding[]): Promise<void> {
    return new Promise((done) => this.#settler.add({ endings, done }))
  }

  #process(claim: HostClaim, work: ClaimedWork): Promise<PageEnding | ModelWork> | PageEnding {
    const { page, leases } = work
    const unfetched = { page, fetched_at: null }
    // After one page that could not reach the host, the others of the claim would fail too. What waits for the model is held in
    // memory.
    const isOver = this.#stopping.signal.aborted || leases.own.is_failing || this.#pool.isFull
    if (isOver) return { ...unfetched, ...this.#backNow() }
    if (page.begun > begunMax) {
      const text = `the process ended ${begunMax} times while it worked on this page`
      return { ...unfetched, type: 'unreadable', error: { code: 'process_ended', text }, is_dead: true }
    }
    if (!this.#isUnreachable(claim)) {
      return processPage(this.#parts, work, this.#breaking.signal)
    }
    const text = `host cannot be reached: it did not answer for ${unreachableAfter} pages in a row`
    const error = { code: 'host_unreachable', text } as const
    return { ...unfetched, type: 'refused', status: 'failed', error, links: noLinks, is_gone: false }
  }

  #isUnreachable({ failures, failed_at }: HostClaim): boolean {
    if (failures < unreachableAfter || failed_at === null) return false
    return this.#parts.clock.now().getTime() - failed_at.getTime() < unreachableMs
  }

  /** Puts the page back into the queue as it was. */
  #backNow(): LaterEnding {
    return { type: 'later', due_at: this.#parts.clock.now(), failure: null }
  }

  async #giveBackBorrowed(leases: HostLeases): Promise<void> {
    try {
      await leases.giveBackBorrowed()
    } catch (error) {
      // The host is free again when its lease ends.
      this.#parts.log.warn({ err: error }, 'a borrowed host was not released')
    }
  }

  /** Writes a page that a model has read: its host was released long ago. */
  #settleRead(ending: PageEnding): void {
    this.#settling++
    this.#settler.add({
      endings: [ending],
      done: () => {
        this.#settling--
        this.#wake()
      },
    })
  }

  async #beat(): Promise<void> {
    if (this.#claims.size === 0 && this.#pool.size === 0) return
    const claims = [...this.#claims]
    try {
      const leases = claims.flatMap(({ leases }) => leases.all)
      await this.#queue.extend(leases, [...claims.flatMap(({ pages }) => pages), ...this.#pool.pages])
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'leases were not extended')
    }
  }
}
