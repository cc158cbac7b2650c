import { limits } from '@polegraph/contract/limits.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import {
  bookSpend,
  insertReservation,
  lockMonth,
  type MonthSpend,
  type SpendCaps,
  selectFit,
  selectMonthSpend,
  selectReservationsBefore,
  selectSpends,
  updateSpent,
  upsertUsage,
} from './queries.ts'

// The ledger of model costs. Before a call its highest possible cost is reserved; after it the real cost replaces the
// reservation. A reservation is only given while everything spent and reserved in the month stays under the domain's
// cap. So however many workers call at once, the cap holds as long as no call costs more than was reserved for it; one
// that does is recorded at its real cost.
// Reserving and settling lock the row of the month until their transaction ends: no call to a model may happen inside
// it.

export interface OverCap {
  over: true
  /** Spent this month. */
  spend: number
  /** Reserved by calls under way; some of it may be released. With 0, only a higher cap or a new month helps. */
  reserved: number
  cap: number
  /** The cap of the domain, or one of the operator's: for each project, or for the installation. */
  of: 'domain' | 'project' | 'installation'
}

const noCaps: SpendCaps = { per_project: null, in_all: null }

/**
 * Reserves the highest possible cost of a call that is about to be made. The caller pauses the domain when it does not
 * fit.
 */
export async function reserveSpend(
  tx: Transaction,
  { domain_id, amount_usd, caps = noCaps }: { domain_id: string; amount_usd: number; caps?: SpendCaps },
): Promise<{ reservation_id: string } | OverCap> {
  const amount = roundUpToMicroDollars(amount_usd)
  const month = monthOf(tx.now)
  if (!(await lockMonth(tx, domain_id, month))) throw fail('domain_not_found')
  const { fits, spent_usd, reserved_usd, cap_usd } = await selectFit(tx, domain_id, month, amount)
  if (!fits) return { over: true, spend: spent_usd, reserved: reserved_usd, cap: cap_usd as number, of: 'domain' }
  const over = await bookSpend(tx, domain_id, month, amount, caps)
  if (over) return { over: true, ...over }
  const id = newId()
  await insertReservation(tx, domain_id, { id, month, amount })
  return { reservation_id: id }
}

/** False, without a change, when there is no such reservation: it was settled, released, or given up as abandoned. */
export async function settleSpend(
  tx: Transaction,
  { domain_id, reservation_id, amount_usd }: { domain_id: string; reservation_id: string; amount_usd: number },
): Promise<boolean> {
  return updateSpent(tx, domain_id, reservation_id, roundUpToMicroDollars(amount_usd))
}

/** For a call that was not made. */
export async function releaseSpend(
  tx: Transaction,
  { domain_id, reservation_id }: { domain_id: string; reservation_id: string },
): Promise<boolean> {
  return updateSpent(tx, domain_id, reservation_id, '0')
}

/** The amount that is booked for a cost: rounded up to a micro-dollar, at most the largest possible amount. */
export const chargeOf = (usd: number): number => Number(roundUpToMicroDollars(Math.min(usd, limits.spend_usd_max)))

export interface ModelCall {
  purpose: string
  model: string
  tokens_input: number
  /** The part of the input that the provider had cached. */
  tokens_cached: number
  tokens_output: number
  spend_usd: number
}

/** Records the purpose, tokens and cost of a call in its month. False when there is no such domain. */
export async function recordCall(tx: Transaction, domainId: string, call: ModelCall): Promise<boolean> {
  const spend = roundUpToMicroDollars(call.spend_usd)
  return upsertUsage(tx, domainId, monthOf(tx.now), { ...call, spend_usd: spend })
}

export async function monthSpend(db: Queryable, domainId: string, now: Date): Promise<MonthSpend> {
  const month = monthOf(now)
  const spend = await selectMonthSpend(db, domainId, month)
  if (!spend) throw fail('domain_not_found')
  return { month: month.slice(0, 'YYYY-MM'.length), ...spend }
}

/** What was spent in the month, by domain; domains that spent nothing may be missing. */
export async function monthSpends(db: Queryable, domainIds: string[], now: Date): Promise<Map<string, number>> {
  const rows = await selectSpends(db, domainIds, monthOf(now))
  return new Map(rows.map(({ domain_id, spent_usd }) => [domain_id, spent_usd]))
}

/** No call takes so long, so an older reservation was abandoned by a process that has ended. */
const abandonedAfterMs = 600_000
const bite = 500

/**
 * Settles the reservations of processes that died. The provider may have billed the call, so it counts in full: booking
 * too much is better than spending too much.
 */
export async function settleAbandoned(db: Database, now: Date, log: Log): Promise<void> {
  const before = new Date(now.getTime() - abandonedAfterMs)
  for (;;) {
    const abandoned = await selectReservationsBefore(db, before, bite)
    for (const { domain_id, id, amount_usd, reserved_at } of abandoned) {
      const ended = await db.transaction(async (tx) => {
        const isOpen = await updateSpent(tx, domain_id, id, null)
        const none = { tokens_input: 0, tokens_cached: 0, tokens_output: 0 }
        if (isOpen)
          await recordCall(tx, domain_id, { purpose: 'unsettled', model: 'unknown', ...none, spend_usd: amount_usd })
        return isOpen
      })
      if (ended) log.warn({ domain_id, amount_usd, reserved_at }, 'a model call was never settled; counted in full')
    }
    if (abandoned.length < bite) return
  }
}

/** The first day of the month in UTC, as the table stores it. */
function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 'YYYY-MM'.length)}-01`
}

/**
 * As decimal text. A double carries 15 to 17 digits, and sums are off in the last: 14 keep every micro-dollar of
 * amounts that can occur, and make 0.1 + 0.2 no more than 0.3.
 */
function roundUpToMicroDollars(usd: number): string {
  if (!(usd >= 0 && usd <= limits.spend_usd_max)) throw new RangeError(`${usd} is not an amount in USD`)
  const micros = Math.ceil(Number((usd * 1e6).toPrecision(14)))
  return (micros / 1e6).toFixed(6)
}
