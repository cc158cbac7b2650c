import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { HostLeases } from '../../queue/host-leases.ts'
import { ComeLater, LeaseLost } from '../../queue/lease-errors.ts'
import type { PageQueue } from '../../queue/page-queue.ts'
import type { SitemapVisit } from '../../sources/sources.ts'
import { SitemapUnreadable } from '../../web/sitemap/sitemap-text.ts'
import { GiveUp, TryAgain } from './page-errors.ts'
import type { RobotsCache } from './robots-cache.ts'

// Reads sitemaps for a caller as politely as the crawl reads pages: after robots.txt, and never while a worker holds the
// host or before its pause is over. The host is released after each file, so that the crawl goes on meanwhile.

export class SitemapVisits {
  readonly #parts: { queue: PageQueue; robots: RobotsCache; clock: Clock }

  constructor(parts: { queue: PageQueue; robots: RobotsCache; clock: Clock }) {
    this.#parts = parts
  }

  /** One call. `ended` is aborted when its caller leaves. */
  begin(ended: AbortSignal, withinMs: number): SitemapVisit {
    const late = AbortSignal.timeout(withinMs)
    const signal = AbortSignal.any([ended, late])
    let leases: HostLeases | undefined
    const leave = async () => {
      const left = leases?.all ?? []
      leases = undefined
      await this.#parts.queue.release(left)
    }
    return {
      signal: ended,
      beforeRequest: async (url) => {
        await leave()
        try {
          leases = await this.#enter(url, signal)
        } catch (error) {
          if (ended.aborted) throw ended.reason
          throw late.aborted ? new SitemapUnreadable('its host may not be asked so soon again') : unreadable(error)
        }
      },
      onSent: (url) => leases?.noteSent(new URL(url).host),
      end: leave,
    }
  }

  /** The host is the caller's, and may be asked. */
  async #enter(url: string, signal: AbortSignal): Promise<HostLeases> {
    const { queue, robots, clock } = this.#parts
    for (;;) {
      const leases = await queue.visit(new URL(url).host, signal)
      try {
        await robots.check(url, leases, signal, { is_sitemap: true })
        await leases.own.wait(signal, { hop: 0 })
        return leases
      } catch (error) {
        await queue.release(leases.all)
        if (error instanceof LeaseLost) continue
        if (!(error instanceof ComeLater)) throw error
        await sleep(Math.max(0, error.at.getTime() - clock.now().getTime()), undefined, { signal })
      }
    }
  }
}

const unreadable = (error: unknown) =>
  error instanceof GiveUp || error instanceof TryAgain ? new SitemapUnreadable(error.message) : error
