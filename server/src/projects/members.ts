import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { announceAccessChange } from './access-change.ts'
import { dropInvitesBy } from './invites.ts'
import {
  countOwners,
  deleteMember,
  insertMember,
  lockProject,
  selectMemberRole,
  selectMembers,
  updateMemberRole,
} from './queries.ts'
import { dropResetOf, dropResetsBy } from './resets.ts'
import type { Role } from './roles.ts'

export async function listMembers(db: Queryable, projectId: string, query: ListQuery) {
  const after = readCursor(query.cursor, ['time', 'id'])
  const rows = await selectMembers(db, projectId, after, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.created_at, row.id])
  return { members: page, next_cursor }
}

export async function addMember(tx: Transaction, projectId: string, userId: string, role: Role): Promise<void> {
  if (!(await insertMember(tx, projectId, userId, role))) throw fail('already_member')
  await dropResetOf(tx, userId)
  await announceAccessChange(tx, userId)
}

export async function changeMember(tx: Transaction, projectId: string, userId: string, role: Role) {
  await requireOtherOwner(tx, projectId, userId, role)
  await updateMemberRole(tx, projectId, userId, role)
  if (role !== 'owner') await dropLinksBy(tx, projectId, `user:${userId}`)
  await announceAccessChange(tx, userId)
  return { ok: true as const }
}

/** Ends all links that let somebody in, for an actor who may make none any more. */
export async function dropLinksBy(tx: Transaction, projectId: string, actor: string): Promise<void> {
  await dropResetsBy(tx, actor)
  await dropInvitesBy(tx, projectId, actor)
}

/** Revokes the keys that an actor made, directly or with one of these. */
export type RevokeKeysBy = (tx: Transaction, projectId: string, actor: string) => Promise<void>

export async function removeMember(
  revokeKeysBy: RevokeKeysBy,
  tx: Transaction,
  projectId: string,
  userId: string,
  options: { revoke_keys?: boolean | undefined },
) {
  await requireOtherOwner(tx, projectId, userId, null)
  await deleteMember(tx, projectId, userId)
  await dropLinksBy(tx, projectId, `user:${userId}`)
  if (options.revoke_keys) await revokeKeysBy(tx, projectId, `user:${userId}`)
  await announceAccessChange(tx, userId)
  return { ok: true as const }
}

/** A project keeps an owner. The lock serialises two owners who remove each other at once. */
async function requireOtherOwner(tx: Transaction, projectId: string, userId: string, next: Role | null): Promise<void> {
  await lockProject(tx, projectId)
  const role = await selectMemberRole(tx, projectId, userId)
  if (!role) throw fail('member_not_found')
  if (role === 'owner' && next !== 'owner' && (await countOwners(tx, projectId)) === 1) throw fail('last_owner')
}
