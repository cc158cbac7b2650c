import { setTimeout as sleep } from 'node:timers/promises'

// Waits for a crawl to end, on a clock that the test moves: pages that wait for another try are due as soon as nothing
// else is under way.

export interface WatchedCrawl {
  query<Row extends object>(sql: string, values: unknown[]): Promise<Row[]>
  /** By the clock of the service. */
  now(): number
  advance(ms: number): unknown
  /** Called repeatedly with the hosts that are being worked on. */
  onHeld?(hosts: string[]): void
  /** Whether a model is reading a page: such a page holds no host, and looks like a waiting one. */
  isReading?(): boolean
}

/** How often nothing must be seen of a page that somebody has begun, before that process counts as dead: three seconds. */
const lostAfter = 60

export async function waitForCrawl(crawl: WatchedCrawl, domainId: string, withinMs = 60_000): Promise<void> {
  let idle = 0
  for (const giveUpAt = performance.now() + withinMs; performance.now() < giveUpAt; await sleep(50)) {
    const [state] = await crawl.query<{ held: string[]; due_at: string | null; queued: number; begun: number }>(
      `select array(select host from crawl_hosts where holder is not null) as held,
              (select min(due_at) from crawl_hosts) as due_at,
              (select count(*) from pages where domain_id = $1 and status = 'queued') as queued,
              (select count(*) from pages where domain_id = $1 and status = 'queued' and begun > 0) as begun`,
      [domainId],
    )
    if (!state || state.queued === 0) return
    crawl.onHeld?.(state.held)
    const wait = state.due_at === null ? 0 : Date.parse(state.due_at) - crawl.now()
    idle = state.held.length === 0 && !crawl.isReading?.() ? idle + 1 : 0
    // Between host and model, and between model and database, a page holds nothing, for as long as the machine is busy.
    // Moving the clock would end its lease, and it would be read twice.
    if (wait > 0 && idle > (state.begun > 0 ? lostAfter : 0)) await crawl.advance(wait)
  }
  throw new Error('the crawl did not end in time')
}
