import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { hasChecksum, hashSecret, newSecret } from '../platform/secrets.ts'
import {
  deleteOpenInvite,
  deleteOpenInvitesBy,
  insertInvite,
  selectInvites,
  selectOpenInvite,
  updateInviteAccepted,
} from './queries.ts'
import type { Role } from './roles.ts'

const prefix = 'inv_'
const dayMs = 24 * 3_600_000

export async function createInvite(
  tx: Transaction,
  projectId: string,
  { role, email = null }: { role: Role; email?: string | null | undefined },
  created_by = 'service',
) {
  const token = newSecret(prefix)
  const expires_at = new Date(tx.now.getTime() + limits.invite_days * dayMs)
  const token_hash = hashSecret(token)
  await insertInvite(tx, projectId, { id: newId(), token_hash, role, email, created_by, expires_at })
  return { token, role, accept_path: `/v1/invites/${token}/accept` }
}

export async function listInvites(db: Queryable, projectId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectInvites(db, projectId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { invites: page, next_cursor }
}

export async function withdrawInvite(tx: Transaction, projectId: string, inviteId: string) {
  if (!(await deleteOpenInvite(tx, projectId, inviteId))) throw fail('invite_not_found')
  return { ok: true as const }
}

/** For somebody who may not invite any more. */
export function dropInvitesBy(tx: Transaction, projectId: string, actor: string): Promise<void> {
  return deleteOpenInvitesBy(tx, projectId, actor)
}

/** The invite, if it can still be accepted. */
export async function findInvite(db: Queryable, token: string, now: Date) {
  const invite = hasChecksum(prefix, token) ? await selectOpenInvite(db, hashSecret(token), now) : undefined
  if (!invite) throw fail('invite_not_found')
  return invite
}

/** An invite that names an email is for nobody else, whatever else they can prove. */
export function requireInvited(invite: { email: string | null }, email: string): void {
  if (invite.email !== null && invite.email !== email) throw fail('invite_for_other')
}

/** Throws `invite_not_found` for the second of two who accept at once. */
export async function markInviteAccepted(
  tx: Transaction,
  invite: { project_id: string; id: string },
  userId: string,
): Promise<void> {
  if (!(await updateInviteAccepted(tx, invite.project_id, invite.id, userId))) throw fail('invite_not_found')
}
