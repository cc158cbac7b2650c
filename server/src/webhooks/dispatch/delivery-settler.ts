import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@polegraph/contract/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { openWork } from '../../waiting/waiting-work.ts'
import { type ClaimedDelivery, type Settlement, updateDeliveriesSettled } from '../delivery-queries.ts'
import type { Outcome } from '../sender.ts'

// Writes the outcomes of attempts, many in one statement. Outcomes that are lost when the process is killed make a
// delivery be sent again: a receiver recognises it by its id.

/** The pause after the first failure, and after the second. */
const retryMs = [5_000, 60_000]
/** The longest pause of what is tried until it arrives; each is twice as long as the one before. */
const longestRetryMs = 3_600_000
const gatherMs = 25
const maxBatch = 500
const pauseAfterFaultMs = 1_000

export class DeliverySettler {
  readonly #db: Database
  readonly #log: Log
  readonly #onSettled: (domainId: string, settlements: Settlement[]) => Promise<void>
  readonly #stopping = new AbortController()
  #waiting: Settlement[] = []
  #settling: Promise<void> | undefined

  constructor(options: {
    db: Database
    log: Log
    /** Must not throw. */
    onSettled(domainId: string, settlements: Settlement[]): Promise<void>
  }) {
    this.#db = options.db
    this.#log = options.log
    this.#onSettled = options.onSettled
  }

  add(delivery: ClaimedDelivery, outcome: Outcome, now: Date, cause?: Error): void {
    if (this.#stopping.signal.aborted) return
    const pause = outcome.status === 'delivered' ? undefined : pauseAfter(delivery)
    const next_due_at = pause === undefined ? null : new Date(now.getTime() + pause)
    if (outcome.status === 'failed') this.#logFailure(delivery, outcome, next_due_at, cause)
    this.#waiting.push({ delivery, outcome, next_due_at })
    this.#settling ??= this.#settle()
  }

  /** Writes what has been added, and accepts nothing more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#settling
  }

  async #settle(): Promise<void> {
    const { signal } = this.#stopping
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < maxBatch) await sleep(gatherMs, undefined, { signal }).catch(() => undefined)
      const batch = this.#waiting.splice(0, maxBatch)
      const unwritten = await this.#write(batch)
      if (unwritten.length > 0) {
        if (signal.aborted) break
        this.#waiting.unshift(...unwritten)
        await sleep(pauseAfterFaultMs, undefined, { signal }).catch(() => undefined)
      }
    }
    this.#settling = undefined
  }

  /** One domain at a time. Returns what could not be written. */
  async #write(batch: Settlement[]): Promise<Settlement[]> {
    const unwritten: Settlement[] = []
    for (const [domainId, ofDomain] of Map.groupBy(batch, ({ delivery }) => delivery.domain_id)) {
      try {
        await this.#settleDomain(domainId, ofDomain)
        await this.#onSettled(domainId, ofDomain)
      } catch (error) {
        this.#log.warn({ err: error, attempts: ofDomain.length }, 'attempts of webhooks were not written yet')
        unwritten.push(...ofDomain)
      }
    }
    return unwritten
  }

  async #settleDomain(domainId: string, settlements: Settlement[]): Promise<void> {
    const dueAt = settlements.flatMap(({ next_due_at }) => next_due_at?.getTime() ?? [])
    if (dueAt.length === 0) return updateDeliveriesSettled(this.#db, domainId, settlements)
    await this.#db.transaction(async (tx) => {
      await updateDeliveriesSettled(tx, domainId, settlements)
      await openWork(tx, 'webhooks', domainId, new Date(Math.min(...dueAt)))
    })
  }

  #logFailure(delivery: ClaimedDelivery, outcome: Outcome, nextDueAt: Date | null, cause: Error | undefined): void {
    const about = {
      domain_id: delivery.domain_id,
      webhook_id: delivery.webhook_id,
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      error: outcome.error,
      reason: cause?.message,
      duration_ms: outcome.duration_ms,
    }
    if (nextDueAt) this.#log.info({ ...about, next_due_at: nextDueAt }, 'a webhook delivery failed and is tried again')
    else this.#log.warn(about, 'a webhook delivery failed for good')
  }
}

/** Until the next attempt; undefined after the last one. */
function pauseAfter({ attempts, is_tried_on }: ClaimedDelivery): number | undefined {
  if (attempts + 1 < limits.webhook_attempts) return retryMs[attempts]
  const doublings = attempts + 2 - limits.webhook_attempts
  return is_tried_on ? Math.min(longestRetryMs, (retryMs.at(-1) as number) * 2 ** doublings) : undefined
}
