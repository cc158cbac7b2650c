import type { Queryable, Transaction } from '../platform/db/database.ts'

/**
 * Locks the person's row against new memberships, which reference it: so a project that the person is just joining is
 * seen by the next statement.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select id from users where id = $1 for update', [userId])
}

/** Whether a person belongs to a project that another person does not own. */
export async function selectBelongsBeside(tx: Transaction, userId: string, ownerId: string): Promise<boolean> {
  const rows = await tx.query(
    `select m.project_id from members m where m.user_id = $1 and not exists (
       select from members o where o.project_id = m.project_id and o.user_id = $2 and o.role = 'owner') limit 1`,
    [userId, ownerId],
  )
  return rows.length > 0
}

/** Whether a person belongs to another project than this one. */
export async function selectBelongsElsewhere(tx: Transaction, projectId: string, userId: string): Promise<boolean> {
  const rows = await tx.query('select project_id from members where project_id <> $1 and user_id = $2 limit 1', [
    projectId,
    userId,
  ])
  return rows.length > 0
}

/** Replaces the reset that the person may have. */
export async function upsertReset(
  tx: Transaction,
  projectId: string,
  reset: { user_id: string; token_hash: Buffer; created_by: string; expires_at: Date },
): Promise<void> {
  await tx.query(
    `insert into password_resets (project_id, user_id, token_hash, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set project_id = excluded.project_id, token_hash = excluded.token_hash,
       created_by = excluded.created_by, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [projectId, reset.user_id, reset.token_hash, reset.created_by, tx.now, reset.expires_at],
  )
}

/** Finds a reset by its token, which only the person has. */
export async function selectOpenReset(db: Queryable, tokenHash: Buffer, now: Date) {
  const [row] = await db.query<{ user_id: string; email: string; name: string; expires_at: string }>(
    `select u.id as user_id, u.email, u.name, r.expires_at from password_resets r join users u on u.id = r.user_id
     where r.token_hash = $1 and r.expires_at > $2`,
    [tokenHash, now],
  )
  return row
}

/** True for the one who takes it. */
export async function deleteOpenReset(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx.query(
    'delete from password_resets where token_hash = $1 and expires_at > $2 returning user_id',
    [tokenHash, tx.now],
  )
  return rows.length === 1
}

export async function deleteResetOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from password_resets where user_id = $1', [userId])
}

export async function deleteResetsBy(tx: Transaction, actor: string): Promise<void> {
  await tx.query('delete from password_resets where created_by = $1', [actor])
}

export async function deleteEndedResets(tx: Transaction): Promise<void> {
  await tx.query('delete from password_resets where expires_at < $1', [tx.now])
}
