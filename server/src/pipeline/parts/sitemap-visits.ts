import type { Clock } from '../../platform/clock.ts'
import type { PageQueue } from '../../queue/page-queue.ts'
import type { SitemapVisit } from '../../sources/sources.ts'
import { SitemapUnreadable } from '../../web/sitemap/sitemap-text.ts'
import { HostVisits } from './host-visits.ts'
import { GiveUp, TryAgain } from './page-errors.ts'
import type { RobotsCache } from './robots-cache.ts'

// Reads sitemaps for a caller as politely as the crawl reads pages. The host is released after each file, so that the
// crawl goes on meanwhile.

export class SitemapVisits {
  readonly #visits: HostVisits

  constructor(parts: { queue: PageQueue; robots: RobotsCache; clock: Clock }) {
    this.#visits = new HostVisits(parts)
  }

  /** One call. `ended` is aborted when its caller leaves. */
  begin(ended: AbortSignal, withinMs: number): SitemapVisit {
    const late = AbortSignal.timeout(withinMs)
    const visit = this.#visits.begin(AbortSignal.any([ended, late]), { is_sitemap: true })
    return {
      ...visit,
      signal: ended,
      beforeRequest: async (url) => {
        try {
          await visit.beforeRequest(url)
        } catch (error) {
          if (ended.aborted) throw ended.reason
          throw late.aborted ? new SitemapUnreadable('its host may not be asked so soon again') : unreadable(error)
        }
      },
    }
  }
}

const unreadable = (error: unknown) =>
  error instanceof GiveUp || error instanceof TryAgain ? new SitemapUnreadable(error.message) : error
