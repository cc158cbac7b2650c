import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { awayDomainsOf } from '../../platform/db/nodes.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { dueDomains, lookAgain, nextWork, openWork } from '../../waiting/waiting-work.ts'
import { deliveryChannel } from '../deliveries.ts'
import {
  type ClaimedDelivery,
  type DeliveryPortion,
  type Settlement,
  selectNextDelivery,
  selectWaiting,
  updateDeliveriesClaimed,
  updateDeliveriesReleased,
  updateLanesEmptied,
} from '../delivery-queries.ts'
import type { Sender } from '../sender.ts'
import { DeliverySettler } from './delivery-settler.ts'
import { type FailingParts, noteHealth } from './failing-webhooks.ts'
import { Lane } from './lane.ts'
import { Slots } from './slots.ts'

// Sends due deliveries. The table of deliveries is the queue:
//
//   pending, due    | claimed by a dispatcher          | pending, due when the lease ends
//   claimed         | 2xx                              | delivered
//   claimed         | anything else, attempts are left | pending, due after a pause
//   claimed         | anything else, none is left      | failed
//   claimed         | stop, change of the webhook      | pending, due at once
//   claimed         | the process is killed            | pending, due when the lease ends
//
// No transaction is open during a request. A process that settles late, after its lease, finds the number of attempts
// changed and writes nothing.

const leaseMs = 20_000
/** A claimed delivery that has not begun by then is released: the attempt must fit into the lease. */
const beginWithinMs = 5_000
/** Claimed deliveries of all quick receivers together. */
const maxAtHand = 1024
/** How often the clock is checked. */
const tickMs = 100
/** Notices are lost when their connection breaks; then polling finds what is due. */
const safetyNetMs = 5_000
const pauseAfterFaultMs = 1_000
/** Domains that are asked for waiting webhooks in one go. */
const domainsAtOnce = 1_000

export class Dispatcher {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #sender: Sender
  readonly #metrics: Metrics | undefined
  readonly #settler: DeliverySettler
  /** In the order of service: the lane that was served last comes last. */
  readonly #lanes = new Map<string, Lane>()
  /** Lanes that may begin a request, in order. */
  readonly #line: Lane[] = []
  /** Deliveries from the claim until they are settled or released, with the time of the claim. */
  readonly #claimed = new Map<string, { delivery: ClaimedDelivery; at: number }>()
  /** Webhooks that were changed since the last claim began: their claimed deliveries have the old settings. */
  readonly #changed = new Set<string>()
  readonly #slots = new Slots()
  readonly #stopping = new AbortController()
  /** Whether a due delivery has to wait for a slot. */
  #isShort = false
  #mustLook = true
  #nextDueAt = Number.POSITIVE_INFINITY
  #lookedAt = 0
  #wakeUp: () => void = () => undefined
  #isAwake = false
  #willBegin = false
  #ticker: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(
    options: FailingParts & { db: Database; clock: Clock; log: Log; sender: Sender; metrics?: Metrics | undefined },
  ) {
    this.#db = options.db
    this.#clock = options.clock
    this.#log = options.log
    this.#sender = options.sender
    this.#metrics = options.metrics
    this.#settler = new DeliverySettler({
      db: options.db,
      log: options.log,
      onSettled: (domainId, batch) => this.#noteSettled(options, domainId, batch),
    })
  }

  async start(): Promise<void> {
    await this.#db.listen(deliveryChannel, {
      onNotice: (webhookId) => this.#hear(webhookId),
      onLive: (live) => live && this.#look(),
    })
    this.#ticker ??= setInterval(() => this.#tick(), tickMs).unref()
    this.#running ??= this.#run()
  }

  /** Begins no further requests, waits for those under way, and releases the rest. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#ticker)
    this.#wake()
    await this.#running
    await this.#sender.idle(withinMs)
    await this.#settler.stop()
    await this.#giveBack([...this.#claimed.values()].map(({ delivery }) => delivery))
  }

  /** A notice names a webhook that was changed; an empty one announces new deliveries. */
  #hear(webhookId: string): void {
    this.#changed.add(webhookId)
    const lane = this.#lanes.get(webhookId)
    if (lane) this.#empty(lane)
    this.#look()
  }

  #look(): void {
    this.#mustLook = true
    this.#wake()
  }

  #wake(): void {
    this.#isAwake = true
    this.#wakeUp()
  }

  #tick(): void {
    const now = this.#clock.now().getTime()
    for (const lane of this.#lanes.values()) {
      const [oldest] = lane.waiting
      if (oldest && this.#isStale(oldest.id, now)) this.#empty(lane)
    }
    if (now >= this.#nextDueAt || performance.now() - this.#lookedAt >= safetyNetMs) this.#look()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#isAwake = false
      try {
        if (this.#mustLook) await this.#findWaiting()
        await this.#claim()
      } catch (error) {
        this.#log.warn({ err: error }, 'webhook deliveries could not be claimed')
        this.#mustLook = true
        this.#isAwake = true
        await sleep(pauseAfterFaultMs, undefined, { signal }).catch(() => undefined)
      }
      if (!this.#isAwake) {
        await new Promise<void>((resolve) => {
          this.#wakeUp = resolve
        })
      }
    }
  }

  async #findWaiting(): Promise<void> {
    this.#mustLook = false
    this.#lookedAt = performance.now()
    // Settled deliveries set an earlier time meanwhile.
    this.#nextDueAt = Number.POSITIVE_INFINITY
    const now = this.#clock.now()
    const due = await dueDomains(this.#db, 'webhooks', now, domainsAtOnce)
    const rows = await awayDomainsOf(this.#db).gather(due, (domainIds) => selectWaiting(this.#db, domainIds))
    const after = [await nextWork(this.#db, 'webhooks', now)]
    const idle = new Set(due)
    for (const row of rows) {
      const dueAt = new Date(row.due_at)
      if (dueAt > now) {
        after.push(dueAt)
        continue
      }
      idle.delete(row.domain_id)
      this.#openLane(row)
    }
    for (const domainId of idle) await this.#lookAgain(domainId)
    this.#nextDueAt = Math.min(this.#nextDueAt, ...after.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY))
  }

  /** Nothing was due in the domain when its lanes were read. */
  async #lookAgain(domainId: string): Promise<void> {
    await awayDomainsOf(this.#db).try(domainId, () => this.#db.transaction((tx) => lookForDeliveries(tx, domainId)))
  }

  async #claim(): Promise<void> {
    for (;;) {
      const portions = this.#portions()
      if (portions.size === 0 || this.#stopping.signal.aborted) return
      this.#changed.clear()
      const now = this.#clock.now()
      const taken = await this.#claimPortions([...portions.values()], now)
      for (const [lane, { count }] of portions) {
        const got = taken.get(lane.webhook_id) ?? []
        lane.hasMore = got.length === count
        this.#sendToBack(lane)
        this.#take(lane, got, now.getTime())
        if (this.#changed.has(lane.webhook_id)) this.#empty(lane)
        this.#dropIfIdle(lane)
      }
      this.#begin()
    }
  }

  /** One domain at a time. */
  async #claimPortions(portions: DeliveryPortion[], now: Date): Promise<Map<string, ClaimedDelivery[]>> {
    const times = { now, lease_ends: new Date(now.getTime() + leaseMs) }
    const taken = new Map<string, ClaimedDelivery[]>()
    for (const [domainId, ofDomain] of Map.groupBy(portions, ({ domain_id }) => domain_id)) {
      const away = awayDomainsOf(this.#db)
      const deliveries = await away.try(domainId, () => updateDeliveriesClaimed(this.#db, domainId, ofDomain, times))
      if (!deliveries) continue
      const byWebhook = Map.groupBy(deliveries, ({ webhook_id }) => webhook_id)
      for (const [webhookId, got] of byWebhook) taken.set(webhookId, got)
      const emptied = ofDomain.filter(({ webhook_id, count }) => (byWebhook.get(webhook_id)?.length ?? 0) < count)
      if (emptied.length === 0) continue
      const ids = emptied.map(({ webhook_id }) => webhook_id)
      await away.try(domainId, () =>
        this.#db.transaction(async (tx) => {
          await updateLanesEmptied(tx, domainId, ids)
          await lookForDeliveries(tx, domainId)
        }),
      )
    }
    return taken
  }

  /** Only for lanes that will find a slot soon: other claims would only run out. */
  #portions(): Map<Lane, DeliveryPortion> {
    const portions = new Map<Lane, DeliveryPortion>()
    const slots = this.#slots.copy()
    for (const lane of this.#line) if (lane.mayBegin && slots.hasFor(lane)) slots.take(lane)
    this.#isShort = false
    for (const lane of this.#lanes.values()) {
      const portion = lane.portion(this.#share)
      if (!portion) continue
      const hasSlot = slots.hasFor(lane)
      if (hasSlot) slots.take(lane)
      if (hasSlot || lane.isQuick) portions.set(lane, portion)
      else this.#isShort = true
    }
    return portions
  }

  get #share(): number {
    return Math.floor(maxAtHand / this.#lanes.size)
  }

  #take(lane: Lane, deliveries: ClaimedDelivery[], now: number): void {
    for (const delivery of deliveries) {
      // Its lease has ended while the request is still under way here: its outcome follows.
      if (this.#claimed.has(delivery.id)) continue
      this.#claimed.set(delivery.id, { delivery, at: now })
      lane.waiting.push(delivery)
    }
    this.#lineUp(lane)
  }

  #openLane(webhook: { project_id: string; domain_id: string; webhook_id: string; url: string }): void {
    const lane = this.#lanes.get(webhook.webhook_id) ?? new Lane(webhook)
    this.#lanes.set(lane.webhook_id, lane)
    lane.origin = new URL(webhook.url).origin
    lane.hasMore = true
  }

  #sendToBack(lane: Lane): void {
    this.#lanes.delete(lane.webhook_id)
    this.#lanes.set(lane.webhook_id, lane)
  }

  #lineUp(lane: Lane): void {
    if (lane.isInLine || !lane.mayBegin) return
    lane.isInLine = true
    this.#line.push(lane)
  }

  #beginSoon(): void {
    if (this.#willBegin) return
    this.#willBegin = true
    setImmediate(() => this.#begin())
  }

  /** One request of each lane in turn, as long as there are slots. */
  #begin(): void {
    this.#willBegin = false
    if (this.#stopping.signal.aborted) return
    const now = this.#clock.now().getTime()
    const without: Lane[] = []
    for (let lane = this.#line.shift(); lane; lane = this.#line.shift()) {
      lane.isInLine = false
      if (!this.#slots.hasFor(lane)) {
        without.push(lane)
        continue
      }
      const delivery = lane.mayBegin ? lane.waiting.shift() : undefined
      if (!delivery) continue
      if (this.#isStale(delivery.id, now)) void this.#giveBack([delivery])
      else this.#send(lane, delivery)
      this.#lineUp(lane)
    }
    for (const lane of without) this.#lineUp(lane)
    if (this.#isShort) this.#wake()
  }

  #send(lane: Lane, delivery: ClaimedDelivery): void {
    const freeSlot = this.#slots.take(lane)
    lane.underWay++
    this.#sender.send(delivery, {
      onOutcome: (outcome, cause) => {
        lane.learn(outcome)
        this.#metrics?.countDelivery(outcome.status)
        this.#settler.add(delivery, outcome, this.#clock.now(), cause)
      },
      onEnd: () => {
        lane.underWay--
        freeSlot()
        this.#lineUp(lane)
        this.#beginSoon()
        if (lane.portion(this.#share)) this.#wake()
        this.#dropIfIdle(lane)
      },
    })
  }

  async #noteSettled(parts: FailingParts, domainId: string, settlements: Settlement[]): Promise<void> {
    for (const { delivery, next_due_at } of settlements) {
      this.#claimed.delete(delivery.id)
      if (next_due_at) this.#nextDueAt = Math.min(this.#nextDueAt, next_due_at.getTime())
    }
    try {
      await noteHealth(parts, domainId, settlements, this.#clock.now())
    } catch (error) {
      // The next attempts tell the same.
      this.#log.warn({ err: error, domain_id: domainId }, 'the health of webhooks was not written')
    }
  }

  #dropIfIdle(lane: Lane): void {
    if (lane.isIdle) this.#lanes.delete(lane.webhook_id)
  }

  #isStale(deliveryId: string, now: number): boolean {
    return now - (this.#claimed.get(deliveryId)?.at ?? 0) >= beginWithinMs
  }

  #empty(lane: Lane): void {
    void this.#giveBack(lane.waiting.splice(0))
    this.#dropIfIdle(lane)
  }

  async #giveBack(deliveries: ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return
    for (const { id } of deliveries) this.#claimed.delete(id)
    try {
      for (const [domainId, ofDomain] of Map.groupBy(deliveries, ({ domain_id }) => domain_id)) {
        await this.#db.transaction(async (tx) => {
          await updateDeliveriesReleased(tx, domainId, ofDomain, tx.now)
          await openWork(tx, 'webhooks', domainId, tx.now)
        })
      }
      this.#look()
    } catch (error) {
      // The deliveries come due again when their leases end.
      this.#log.warn({ err: error }, 'webhook deliveries were not given back')
    }
  }
}

/** Sets when the domain is looked at again, by its lanes. */
const lookForDeliveries = (tx: Transaction, domainId: string) =>
  lookAgain(tx, 'webhooks', domainId, { now: tx.now, next: () => selectNextDelivery(tx, domainId) })
