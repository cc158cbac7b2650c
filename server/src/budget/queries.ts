import type { Queryable, Transaction } from '../platform/db/database.ts'

// Amounts are passed as decimal text and compared in the database: numeric adds up without rounding.

export interface MonthSpend {
  month: string
  spent_usd: number
  reserved_usd: number
  cap_usd: number | null
}

export interface Reservation {
  domain_id: string
  id: string
  amount_usd: number
  reserved_at: string
}

/**
 * Creates the row of the month if needed, and locks it; false when there is no such domain. The domain is locked first,
 * so that this never waits for a deletion that waits for this.
 */
export async function lockMonth(tx: Transaction, domainId: string, month: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into budget_months as m (domain_id, month, spent_usd, reserved_usd)
     select id, $2::date, 0, 0 from domains where id = $1 and project_id is not null for key share
     on conflict (domain_id, month) do update set reserved_usd = m.reserved_usd returning m.month`,
    [domainId, month],
  )
  return rows.length === 1
}

/**
 * The month's amounts, and whether another amount fits under the cap; 0 always fits. An earlier statement must have
 * locked the month: this one then sees its current amounts, and the current cap.
 */
export async function selectFit(tx: Transaction, domainId: string, month: string, amount: string) {
  const [row] = await tx.query<Omit<MonthSpend, 'month'> & { fits: boolean }>(
    `select m.spent_usd, m.reserved_usd, d.max_spend_usd as cap_usd,
       $3::numeric = 0 or d.max_spend_usd is null or m.spent_usd + m.reserved_usd + $3::numeric <= d.max_spend_usd as fits
     from budget_months m join domains d on d.id = m.domain_id where m.domain_id = $1 and m.month = $2`,
    [domainId, month, amount],
  )
  if (!row) throw new Error('the month is not locked')
  return row
}

/**
 * Books an amount for the project of the domain and for all projects. Returns whose cap it would exceed instead; then
 * nothing is booked. Rows are locked in one order, so that two calls never wait for each other.
 */
export async function bookSpend(
  tx: Transaction,
  domainId: string,
  month: string,
  amount: string,
  caps: SpendCaps,
): Promise<OverOperatorCap | undefined> {
  const [domain] = await tx.query<{ project_id: string }>('select project_id from domains where id = $1', [domainId])
  const holders = [domain?.project_id, 'all']
  await tx.query(
    `insert into model_spend (holder, month, spent_usd) select h.name, $2::date, 0 from unnest($1::text[]) as h (name)
     where h.name is not null order by h.name on conflict do nothing`,
    [holders, month],
  )
  const rows = await tx.query<{ holder: string; spent_usd: number; over: boolean; cap_usd: number }>(
    `select holder, spent_usd, c.cap as cap_usd, coalesce(spent_usd + $3::numeric > c.cap, false) as over
     from model_spend join lateral (select case when holder = 'all' then $4::numeric else $5::numeric end as cap) c on true
     where holder = any($1::text[]) and month = $2::date order by holder for update of model_spend`,
    [holders, month, amount, caps.in_all, caps.per_project],
  )
  const over = rows.find((row) => row.over)
  if (over) return describeOver(tx, over, month)
  await changeSpend(tx, holders, month, amount)
  return undefined
}

/** Calls under way may cost less than is reserved for them. */
async function describeOver(
  tx: Transaction,
  { holder, spent_usd, cap_usd }: { holder: string; spent_usd: number; cap_usd: number },
  month: string,
): Promise<OverOperatorCap> {
  const [row] = await tx.query<{ reserved: number }>(
    `select coalesce(sum(r.amount_usd), 0) as reserved from budget_reservations r join domains d on d.id = r.domain_id
     where r.month = $2::date and ($1 = 'all' or d.project_id::text = $1)`,
    [holder, month],
  )
  const reserved = Math.min(row?.reserved ?? 0, spent_usd)
  return { of: holder === 'all' ? 'installation' : 'project', spend: spent_usd - reserved, reserved, cap: cap_usd }
}

export interface SpendCaps {
  per_project: number | null
  in_all: number | null
}

export interface OverOperatorCap {
  of: 'project' | 'installation'
  spend: number
  reserved: number
  cap: number
}

/** Adds to the spend of the month; the rows are locked already, or are locked here in the one order. */
async function changeSpend(
  tx: Transaction,
  holders: (string | undefined)[],
  month: string,
  change: string,
): Promise<void> {
  await tx.query(
    `with held as (
       select holder from model_spend where holder = any($1::text[]) and month = $2::date order by holder for update
     )
     update model_spend m set spent_usd = greatest(0, m.spent_usd + $3::numeric) from held
     where m.holder = held.holder and m.month = $2::date`,
    [holders, month, change],
  )
}

export async function insertReservation(
  tx: Transaction,
  domainId: string,
  reservation: { id: string; month: string; amount: string },
): Promise<void> {
  await tx.query(
    `with month as (
       update budget_months set reserved_usd = reserved_usd + $4::numeric where domain_id = $1 and month = $3
     )
     insert into budget_reservations (domain_id, id, month, amount_usd, reserved_at) values ($1, $2, $3, $4, $5)`,
    [domainId, reservation.id, reservation.month, reservation.amount, tx.now],
  )
}

/**
 * Replaces the reservation by the cost, in its month; by the reserved amount when no cost is given. False when there is
 * no such reservation. The domain is locked first, as in `lockMonth`.
 */
export async function updateSpent(tx: Transaction, domainId: string, reservationId: string, cost: string | null) {
  const [ended] = await tx.query<{ month: string; project_id: string; change: string }>(
    `with domain as (select id, project_id from domains where id = $1 and project_id is not null for key share),
       ended as (
         delete from budget_reservations r using domain d where r.domain_id = d.id and r.id = $2
         returning r.month, r.amount_usd, d.project_id
       )
     update budget_months m
     set reserved_usd = m.reserved_usd - ended.amount_usd,
         spent_usd = m.spent_usd + coalesce($3::numeric, ended.amount_usd)
     from ended where m.domain_id = $1 and m.month = ended.month
     returning m.month, ended.project_id, (coalesce($3::numeric, ended.amount_usd) - ended.amount_usd)::text as change`,
    [domainId, reservationId, cost],
  )
  if (ended) await changeSpend(tx, [ended.project_id, 'all'], ended.month, ended.change)
  return ended !== undefined
}

export function selectSpends(
  db: Queryable,
  domainIds: string[],
  month: string,
): Promise<{ domain_id: string; spent_usd: number }[]> {
  return db.query('select domain_id, spent_usd from budget_months where domain_id = any($1::uuid[]) and month = $2', [
    domainIds,
    month,
  ])
}

export async function selectMonthSpend(
  db: Queryable,
  domainId: string,
  month: string,
): Promise<Omit<MonthSpend, 'month'> | undefined> {
  const [row] = await db.query<Omit<MonthSpend, 'month'>>(
    `select coalesce(m.spent_usd, 0) as spent_usd, coalesce(m.reserved_usd, 0) as reserved_usd, d.max_spend_usd as cap_usd
     from domains d left join budget_months m on m.domain_id = d.id and m.month = $2
     where d.id = $1 and d.project_id is not null`,
    [domainId, month],
  )
  return row
}

/** Of all domains that are not deleted, the oldest first. */
export function selectReservationsBefore(db: Queryable, before: Date, limit: number) {
  return db.query<Reservation>(
    `select r.domain_id, r.id, r.amount_usd, r.reserved_at from budget_reservations r
     join domains d on d.id = r.domain_id and d.project_id is not null
     where r.reserved_at < $1 order by r.reserved_at, r.domain_id, r.id limit $2`,
    [before, limit],
  )
}

export async function upsertUsage(
  tx: Transaction,
  domainId: string,
  month: string,
  call: {
    purpose: string
    model: string
    tokens_input: number
    tokens_cached: number
    tokens_output: number
    spend_usd: string
  },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into model_usage as u (domain_id, month, purpose, model, calls, tokens_input, tokens_cached, tokens_output,
       spend_usd)
     select id, $2::date, $3::text, $4::text, 1, $5::bigint, $6::bigint, $7::bigint, $8::numeric from domains
     where id = $1 and project_id is not null for key share
     on conflict (domain_id, month, purpose, model) do update set calls = u.calls + 1,
       tokens_input = u.tokens_input + excluded.tokens_input, tokens_cached = u.tokens_cached + excluded.tokens_cached,
       tokens_output = u.tokens_output + excluded.tokens_output, spend_usd = u.spend_usd + excluded.spend_usd
     returning u.month`,
    [
      domainId,
      month,
      call.purpose,
      call.model,
      call.tokens_input,
      call.tokens_cached,
      call.tokens_output,
      call.spend_usd,
    ],
  )
  return rows.length === 1
}
