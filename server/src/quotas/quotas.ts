import { type QuotaName, quotas } from '@polegraph/contract/quotas.ts'
import type { Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { countStatements } from './queries.ts'

/** The numbers that hold here: `keys` of one project, `keys_total` of all. */
export type QuotaNumbers = Record<QuotaName | `${QuotaName}_total`, number>

export const quotaNumbers = Object.fromEntries(
  Object.entries(quotas).flatMap(([name, { own, total }]) => [
    [name, own],
    [`${name}_total`, total],
  ]),
) as QuotaNumbers

/** The defaults, and what the operator has set instead. */
export const quotasBy = (given: Partial<QuotaNumbers> | undefined): QuotaNumbers => ({ ...quotaNumbers, ...given })

export const overQuota = (name: QuotaName | `${QuotaName}_total`) =>
  fail('quota_reached', { text: `quota reached: ${name}` })

/** Refuses one more when there are as many as there may be. Counts no further than that. */
export async function requireQuota(
  db: Queryable,
  numbers: QuotaNumbers,
  name: QuotaName,
  ownerId: string | undefined,
): Promise<void> {
  const statements = countStatements[name]
  if (!statements) return
  const counted = async (statement: string, values: unknown[]) => {
    const [row] = await db.query<{ count: number }>(statement, values)
    return row?.count ?? 0
  }
  const own = numbers[name]
  if (ownerId !== undefined && (await counted(statements.own, [own, ownerId])) >= own) throw overQuota(name)
  const total = numbers[`${name}_total`]
  if ((await counted(statements.total, [total])) >= total) throw overQuota(`${name}_total`)
}
