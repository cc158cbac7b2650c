import type { Queryable } from '../../../platform/db/database.ts'

interface UsageRow {
  month: string
  purpose: string
  model: string
  calls: number
  tokens_input: number
  tokens_cached: number
  tokens_output: number
  spend_usd: number
}

/** By month, the latest first; within a month by purpose and model. */
export async function getUsage(db: Queryable, domainId: string, query: { months: number; as_of?: string | undefined }) {
  const rows = await selectUsage(db, domainId, query)
  const months = [...Map.groupBy(rows, ({ month }) => month)].map(([month, ofMonth]) => {
    const uses = ofMonth.map(({ month: _, ...use }) => use)
    const total = (field: 'calls' | 'tokens_input' | 'tokens_cached' | 'tokens_output' | 'spend_usd') =>
      uses.reduce((sum, use) => sum + use[field], 0)
    return {
      month,
      calls: total('calls'),
      tokens_input: total('tokens_input'),
      tokens_cached: total('tokens_cached'),
      tokens_output: total('tokens_output'),
      // Amounts have six decimals; rounding removes the error of adding them up.
      spend_usd: Math.round(total('spend_usd') * 1e6) / 1e6,
      by_purpose_and_model: uses,
    }
  })
  return { months }
}

function selectUsage(
  db: Queryable,
  domainId: string,
  { months, as_of }: { months: number; as_of?: string | undefined },
): Promise<UsageRow[]> {
  return db.query<UsageRow>(
    `select to_char(u.month, 'YYYY-MM') as month, u.purpose, u.model, u.calls, u.tokens_input, u.tokens_cached,
       u.tokens_output, u.spend_usd
     from model_usage u where u.domain_id = $1 and u.month in (
       select distinct month from model_usage
       where domain_id = $1 and ($2::timestamptz is null or month <= ($2::timestamptz at time zone 'UTC'))
       order by month desc limit $3)
     order by u.month desc, u.purpose, u.model`,
    [domainId, as_of ?? null, months],
  )
}
