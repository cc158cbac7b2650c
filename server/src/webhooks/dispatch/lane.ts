import type { ClaimedDelivery, DeliveryPortion } from '../delivery-queries.ts'
import type { Outcome } from '../sender.ts'
import type { SlotHolder } from './slots.ts'

// What one webhook may use of this process. A receiver begins with two requests at a time, gets more by answering and
// fewer by failing, so a receiver that recovers is not flooded. `slots.ts` limits all webhooks together.

const firstRequests = 2
const maxRequests = 16
/** A receiver that answers within this gets its next deliveries claimed before it is done with these. */
const quickMs = 100
const maxAhead = 256

export class Lane implements SlotHolder {
  readonly project_id: string
  readonly domain_id: string
  readonly webhook_id: string
  /** The last known origin of the receiver; the webhook may have been changed since. */
  origin = ''
  /** Claimed, not begun. */
  waiting: ClaimedDelivery[] = []
  underWay = 0
  /** Whether the database has more due deliveries. */
  hasMore = false
  /** Whether the lane is in the dispatcher's line. */
  isInLine = false
  /** Whether the last attempt was delivered within `quickMs`. */
  isQuick = false
  #maxRequests = firstRequests

  constructor(webhook: { project_id: string; domain_id: string; webhook_id: string }) {
    this.project_id = webhook.project_id
    this.domain_id = webhook.domain_id
    this.webhook_id = webhook.webhook_id
  }

  get mayBegin(): boolean {
    return this.waiting.length > 0 && this.underWay < this.#maxRequests
  }

  get isIdle(): boolean {
    return !this.hasMore && this.underWay === 0 && this.waiting.length === 0
  }

  /** How many deliveries to claim now, when the lane may hold `share` of them. */
  portion(share: number): DeliveryPortion | undefined {
    if (!this.hasMore) return undefined
    const most = this.isQuick ? Math.max(this.#maxRequests, Math.min(share, maxAhead)) : this.#maxRequests
    const count = most - this.underWay - this.waiting.length
    // A statement for many deliveries costs hardly more than one for a few.
    if (count < (this.isQuick ? most / 2 : 1)) return undefined
    return { domain_id: this.domain_id, webhook_id: this.webhook_id, count }
  }

  learn({ status, duration_ms }: Outcome): void {
    const delivered = status === 'delivered'
    this.#maxRequests = delivered ? Math.min(this.#maxRequests + 1, maxRequests) : firstRequests
    this.isQuick = delivered && duration_ms < quickMs
  }
}
