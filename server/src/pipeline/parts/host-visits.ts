import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { HostLeases } from '../../queue/host-leases.ts'
import { ComeLater, LeaseLost } from '../../queue/lease-errors.ts'
import type { PageQueue } from '../../queue/page-queue.ts'
import type { RobotsCache } from './robots-cache.ts'

// Sends requests that belong to no page as politely as the crawl: after robots.txt, and never while a worker holds the
// host or before its pause is over.

/** Asks before every request whether, and when, it may be sent. */
export interface HostVisit {
  /** Throws GiveUp and TryAgain like a page, and the reason of the signal. Releases the host of the request before. */
  beforeRequest(url: string): Promise<void>
  onSent(url: string): void
  end(): Promise<void>
}

export class HostVisits {
  readonly #parts: { queue: PageQueue; robots: RobotsCache; clock: Clock }

  constructor(parts: { queue: PageQueue; robots: RobotsCache; clock: Clock }) {
    this.#parts = parts
  }

  begin(signal: AbortSignal, options: { is_sitemap?: boolean } = {}): HostVisit {
    let leases: HostLeases | undefined
    const leave = async () => {
      const left = leases?.all ?? []
      leases = undefined
      await this.#parts.queue.release(left)
    }
    return {
      beforeRequest: async (url) => {
        await leave()
        leases = await this.#enter(url, signal, options)
      },
      onSent: (url) => leases?.noteSent(new URL(url).host),
      end: leave,
    }
  }

  /** The host is the caller's, and may be asked. */
  async #enter(url: string, signal: AbortSignal, options: { is_sitemap?: boolean }): Promise<HostLeases> {
    const { queue, robots, clock } = this.#parts
    for (;;) {
      const leases = await queue.visit(new URL(url).host, signal)
      try {
        await robots.check(url, leases, signal, options)
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
