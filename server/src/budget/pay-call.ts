import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from '../model/model.ts'
import { ModelFailed } from '../model/model-failed.ts'
import type { ModelAnswer, ModelRequest, ModelUsage } from '../model/model-request.ts'
import { costOf, highestCost } from '../model/prices.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { chargeOf, type OverCap, recordCall, releaseSpend, reserveSpend, settleSpend } from './budget.ts'

// Pays for one call to a model: its highest possible cost is reserved before it, and settled after it, with tokens and
// cost in the ledger. No transaction is open during the call.

/** The monthly cap leaves no room for the call. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  readonly spend: number
  /** Reserved by calls under way, or by processes that died. */
  readonly reserved: number
  readonly cap: number
  /** The highest possible cost of the call. */
  readonly needed: number
  readonly of: OverCap['of']

  constructor({ spend, reserved, cap, of, needed }: Omit<OverCap, 'over'> & { needed: number }) {
    super('the monthly spend cap is reached')
    this.spend = spend
    this.reserved = reserved
    this.cap = cap
    this.needed = needed
    this.of = of
  }
}

/** The work that the call is for was stopped: paused, cancelled or archived. */
export class CallStopped extends Error {
  override name = 'CallStopped'
}

export type PaidUsage = ModelUsage & { spend_usd: number }

export interface Bill {
  domain_id: string
  /** Purpose of the call in the ledger. */
  purpose: string
  /** How long to wait for reservations of calls under way, which may be released. */
  wait_ms: number
  /** Holds, until the transaction ends, what allows the call; false when it is not allowed any more. */
  mayBegin?: (tx: Transaction) => Promise<boolean>
  /** Whether it is not allowed any more, as far as this process knows; asked right before the call. */
  hasStopped?: () => boolean
  /** Notes the usage elsewhere, and the answer if there is one, in the transaction that books it. */
  note?: (tx: Transaction, usage: PaidUsage, detail: string, answer: ModelAnswer | undefined) => Promise<void>
}

const retryMs = 250
/** Usage of a call that may have been billed, but without a known usage. */
const nothing: ModelUsage = { tokens_input: 0, tokens_cached: 0, tokens_output: 0 }

export async function payCall(db: Database, model: Model, bill: Bill, request: ModelRequest): Promise<ModelAnswer> {
  if (request.signal?.aborted) throw givenUp()
  const price = model.price
  const highest = highestCost(price, request)
  // Loading a provider takes a while, in which the work may be stopped.
  await model.prepare()
  const reservation = await reserve(db, model, bill, highest, request.signal)
  if (bill.hasStopped?.()) {
    if (reservation !== undefined) await release(db, bill.domain_id, reservation)
    throw new CallStopped('the work was stopped before the call')
  }
  const { hasStopped } = bill
  const called = await model.call({ ...request, ...(hasStopped && { mayBegin: () => !hasStopped() }) }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  if ('answer' in called) {
    const { answer } = called
    // An estimate may be too low: without the provider's own count the call costs what was reserved for it.
    const cost = answer.is_estimated ? highest : costOf(price, answer.usage)
    const usage = { ...answer.usage, spend_usd: chargeOf(cost) }
    await settle(db, model, bill, reservation, { usage, detail: describe(answer), answer })
    return answer
  }
  const { error } = called
  // The provider may bill an aborted call: booking too much is better than spending too much.
  const isFree = error instanceof ModelFailed && !error.may_be_billed
  const detail = error instanceof Error ? error.message : String(error)
  const usage = { ...nothing, spend_usd: isFree ? 0 : chargeOf(highest) }
  await settle(db, model, bill, reservation, { usage, detail: `failed: ${detail}` })
  throw error
}

const givenUp = () => new ModelFailed('the call to the model was given up', { kind: 'aborted', may_be_billed: false })

async function reserve(
  db: Database,
  { caps }: Model,
  { domain_id, wait_ms, mayBegin }: Bill,
  amountUsd: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const until = performance.now() + wait_ms
  for (;;) {
    const result = await db.transaction(async (tx) => {
      if (mayBegin && !(await mayBegin(tx))) throw new CallStopped('the work was stopped before the call')
      return amountUsd === 0 ? undefined : reserveSpend(tx, { domain_id, amount_usd: amountUsd, caps })
    })
    if (result === undefined) return undefined
    if ('reservation_id' in result) return result.reservation_id
    const { spend, reserved, cap, of } = result
    // Without reservations of others, waiting does not help.
    if (reserved === 0 || performance.now() >= until)
      throw new OverBudget({ spend, reserved, cap, of, needed: amountUsd })
    await sleep(retryMs)
    if (signal?.aborted) throw givenUp()
  }
}

async function release(db: Database, domainId: string, reservationId: string): Promise<void> {
  await db.transaction((tx) => releaseSpend(tx, { domain_id: domainId, reservation_id: reservationId }))
}

async function settle(
  db: Database,
  model: Model,
  { domain_id, purpose, note }: Bill,
  reservationId: string | undefined,
  { usage, detail, answer }: { usage: PaidUsage; detail: string; answer?: ModelAnswer },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (reservationId !== undefined) {
      await settleSpend(tx, { domain_id, reservation_id: reservationId, amount_usd: usage.spend_usd })
    }
    // A deleted domain has no ledger any more.
    if (!(await recordCall(tx, domain_id, { purpose, model: model.id, ...usage }))) return
    await note?.(tx, usage, detail, answer)
  })
}

function describe({ usage, finish }: ModelAnswer): string {
  const cached = usage.tokens_cached > 0 ? ` (${usage.tokens_cached} cached)` : ''
  const end = finish === 'stop' ? '' : `, ended early: ${finish}`
  return `${usage.tokens_input} tokens in${cached}, ${usage.tokens_output} out${end}`
}
