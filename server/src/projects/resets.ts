import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { actorOf, type ProjectCaller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import { hasChecksum, hashSecret, newSecret } from '../platform/secrets.ts'
import { lockProject, selectMemberRole } from './queries.ts'
import {
  deleteEndedResets,
  deleteOpenReset,
  deleteResetOf,
  deleteResetsBy,
  lockUser,
  selectBelongsBeside,
  selectBelongsElsewhere,
  selectOpenReset,
  upsertReset,
} from './reset-queries.ts'

// Links that set a new password. Whoever has one can become that person, so it must not open more than its maker owns: it
// is made only for members all of whose projects the maker owns, and it ends when they join another project or the maker
// stops being an owner.

const prefix = 'rst_'
const resetMs = limits.reset_hours * 3_600_000

export async function createReset(tx: Transaction, caller: ProjectCaller, userId: string) {
  const projectId = caller.project.id
  await lockProject(tx, projectId)
  if (!(await selectMemberRole(tx, projectId, userId))) throw fail('member_not_found')
  if (caller.user_id === userId) throw fail('own_reset')
  await lockUser(tx, userId)
  const belongsElsewhere = caller.user_id
    ? await selectBelongsBeside(tx, userId, caller.user_id)
    : await selectBelongsElsewhere(tx, projectId, userId)
  if (belongsElsewhere) throw fail('member_elsewhere')
  const token = newSecret(prefix)
  const expires_at = new Date(tx.now.getTime() + resetMs)
  const token_hash = hashSecret(token)
  await upsertReset(tx, projectId, { user_id: userId, token_hash, created_by: actorOf(caller), expires_at })
  return { token, reset_path: `/v1/resets/${token}`, expires_at: expires_at.toISOString() }
}

/** The reset, if it can still be used. */
export async function findReset(db: Queryable, token: string, now: Date) {
  const reset = hasChecksum(prefix, token) ? await selectOpenReset(db, hashSecret(token), now) : undefined
  if (!reset) throw fail('reset_not_found')
  return reset
}

/** Throws `reset_not_found` for the second of two who use it at once. */
export async function takeReset(tx: Transaction, token: string): Promise<void> {
  if (!(await deleteOpenReset(tx, hashSecret(token)))) throw fail('reset_not_found')
}

/** For a person who has another password, or another project, since the link was made. */
export function dropResetOf(tx: Transaction, userId: string): Promise<void> {
  return deleteResetOf(tx, userId)
}

/** For somebody who may not make links any more. */
export function dropResetsBy(tx: Transaction, actor: string): Promise<void> {
  return deleteResetsBy(tx, actor)
}

export function forgetEndedResets(tx: Transaction): Promise<void> {
  return deleteEndedResets(tx)
}
