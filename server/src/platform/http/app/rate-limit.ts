import { isIPv6 } from 'node:net'
import type { Clock } from '../../clock.ts'

const windowMs = 60_000
/** Beyond this the oldest window is dropped early, so that memory is bounded. */
const maxWindows = 100_000

interface Window {
  used: number
  endsAt: number
}

export interface RateLimit {
  exceeded: boolean
  /** Seconds until the window ends. */
  reset: number
  headers: Record<string, string>
}

/**
 * Counts requests per caller in windows of a minute that begin with the first request. Each process counts for itself.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #limit: number
  readonly #clock: Clock
  readonly #policy: string

  constructor(options: { limit: number; clock: Clock }) {
    this.#limit = options.limit
    this.#clock = options.clock
    this.#policy = `"default";q=${options.limit};w=${windowMs / 1000}`
  }

  /** Counts one request; undefined when limiting is switched off. */
  take(who: string): RateLimit | undefined {
    if (this.#limit === 0) return undefined
    const now = this.#clock.now().getTime()
    const window = this.#windowOf(who, now)
    window.used++
    const reset = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
    const remaining = Math.max(0, this.#limit - window.used)
    const headers = { 'ratelimit-policy': this.#policy, ratelimit: `"default";r=${remaining};t=${reset}` }
    return { exceeded: window.used > this.#limit, reset, headers }
  }

  #windowOf(who: string, now: number): Window {
    const open = this.#windows.get(who)
    if (open && open.endsAt > now) return open
    // Deleted first, so that the map stays in the order in which windows end.
    this.#windows.delete(who)
    this.#forgetEnded(now)
    const fresh = { used: 0, endsAt: now + windowMs }
    this.#windows.set(who, fresh)
    return fresh
  }

  #forgetEnded(now: number): void {
    for (const [who, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < maxWindows) return
      this.#windows.delete(who)
    }
  }
}

/** IPv6 addresses count by their /64, which one household has: counting single addresses would limit nothing. */
export function addressGroup(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
