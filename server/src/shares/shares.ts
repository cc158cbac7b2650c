import { limits } from '@polegraph/contract/limits.ts'
import type { View } from '@polegraph/contract/shares.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { newSecret } from '../platform/secrets.ts'
import { deleteShare, deleteSharesOf, insertShare, selectShareCount, selectShares } from './queries.ts'

export const sharePrefix = 'shr_'

/** The caller locks the domain, so that the limit holds. */
export async function createShare(tx: Transaction, domainId: string, views: View[]) {
  if ((await selectShareCount(tx, domainId)) >= limits.shares_max) throw fail('too_many_shares')
  const id = newId()
  const token = newSecret(sharePrefix)
  await insertShare(tx, domainId, { id, token, views })
  return { id, token, views, public_base: publicBase(token) }
}

export async function listShares(db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectShares(db, domainId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { shares: page.map((row) => ({ ...row, public_base: publicBase(row.token) })), next_cursor }
}

export async function revokeShare(tx: Transaction, domainId: string, shareId: string) {
  if (!(await deleteShare(tx, domainId, shareId))) throw fail('share_not_found')
  return { ok: true as const }
}

/** For domains that are deleted. */
export function revokeAllShares(tx: Transaction, domainIds: string[]): Promise<void> {
  return deleteSharesOf(tx, domainIds)
}

const publicBase = (token: string) => `/v1/public/${token}`
