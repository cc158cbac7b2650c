import type { SharedPart, View } from '@polegraph/contract/graph/shares.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { type SecretBox, SecretUnreadable } from '../platform/secret-box.ts'
import { hashSecret, newSecret } from '../platform/secrets.ts'
import { deleteShare, deleteSharesOf, insertShare, selectShareCount, selectShares } from './queries.ts'

export const sharePrefix = 'shr_'

/** The caller locks the domain, so that the limit holds. */
export async function createShare(
  box: SecretBox,
  tx: Transaction,
  domainId: string,
  { views, show }: { views: View[]; show: SharedPart[] },
) {
  if ((await selectShareCount(tx, domainId)) >= limits.shares_max) throw fail('too_many_shares')
  const id = newId()
  const token = newSecret(sharePrefix)
  const sealed = box.seal(token, tokenRow(domainId, id))
  await insertShare(tx, domainId, { id, token_hash: hashSecret(token), token: sealed, views, show })
  return { id, token, views, show, public_base: publicBase(token) }
}

export async function listShares(box: SecretBox, db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectShares(db, domainId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  const shares = page.map((row) => {
    const token = readToken(box, row.token, tokenRow(domainId, row.id))
    return { ...row, token, public_base: token && publicBase(token) }
  })
  return { shares, next_cursor }
}

export async function revokeShare(tx: Transaction, domainId: string, shareId: string) {
  if (!(await deleteShare(tx, domainId, shareId))) throw fail('share_not_found')
  return { ok: true as const }
}

/** For domains that are deleted. */
export function revokeAllShares(tx: Transaction, domainIds: string[]): Promise<void> {
  return deleteSharesOf(tx, domainIds)
}

/** A link whose token cannot be read still works, and can be revoked. */
function readToken(box: SecretBox, stored: string, row: string): string | null {
  try {
    return box.open(stored, row)
  } catch (error) {
    if (error instanceof SecretUnreadable) return null
    throw error
  }
}

/** What the token is sealed for. */
export const tokenRow = (domainId: string, shareId: string) => `share ${domainId} ${shareId}`

const publicBase = (token: string) => `/v1/public/${token}`
