import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { StoredSecret } from '../platform/secret-box.ts'
import { selectTokens, updateShareToken } from './queries.ts'
import { tokenRow } from './shares.ts'

/** The tokens of all share links, as they are stored. */
export async function listShareTokens(db: Queryable): Promise<StoredSecret[]> {
  return (await selectTokens(db)).map((row) => ({ ...row, about: tokenRow(row.domain_id, row.id) }))
}

export const storeShareToken = (tx: Transaction, { domain_id, id, stored }: StoredSecret) =>
  updateShareToken(tx, domain_id, id, stored)
