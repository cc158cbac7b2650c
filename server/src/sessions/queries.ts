import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { Role } from '../projects/roles.ts'

export async function insertSession(
  tx: Transaction,
  session: {
    token_hash: Buffer
    id: string
    user_id: string
    project_id: string | null
    user_agent: string
    address: string
    expires_at: Date
  },
): Promise<void> {
  const { token_hash, id, user_id, project_id, user_agent, address, expires_at } = session
  await tx.query(
    `insert into sessions (token_hash, id, user_id, project_id, user_agent, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [token_hash, id, user_id, project_id, user_agent, address, tx.now, expires_at],
  )
}

/** The oldest sessions of a person beyond so many. */
export async function deleteOldestSessions(tx: Transaction, userId: string, kept: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from sessions where id in (
       select id from sessions where user_id = $1 order by created_at desc, id desc offset $2) returning id`,
    [userId, kept],
  )
  return rows.length > 0
}

export interface SessionRow {
  id: string
  user_agent: string
  project_id: string | null
  created_at: string
  expires_at: string
  is_current: boolean
}

export function selectSessions(
  db: Queryable,
  userId: string,
  options: { current: Buffer; now: Date; before: string | undefined; limit: number },
) {
  return db.query<SessionRow>(
    `select id, user_agent, project_id, created_at, expires_at, token_hash = $2 as is_current from sessions
     where user_id = $1 and expires_at > $3 and ($4::uuid is null or id < $4) order by id desc limit $5`,
    [userId, options.current, options.now, options.before ?? null, options.limit],
  )
}

/** All sessions of a person but one; all when none is excepted. Says how many. */
export async function deleteSessionsOf(tx: Transaction, userId: string, except: Buffer | null): Promise<number> {
  const rows = await tx.query(
    `delete from sessions where user_id = $1 and ($2::bytea is null or token_hash <> $2)
     returning expires_at > $3 as was_open`,
    [userId, except, tx.now],
  )
  return rows.filter((row) => (row as { was_open: boolean }).was_open).length
}

export async function deleteSessionOf(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const rows = await tx.query('delete from sessions where user_id = $1 and id = $2 and expires_at > $3 returning id', [
    userId,
    sessionId,
    tx.now,
  ])
  return rows.length === 1
}

export async function selectSession(db: Queryable, tokenHash: Buffer) {
  const [row] = await db.query<{
    user_id: string
    expires_at: string
    project_id: string | null
    project_name: string | null
    archived: boolean | null
    role: Role | null
  }>(
    `select s.user_id, s.expires_at, p.id as project_id, p.name as project_name,
            p.archived_at is not null as archived, m.role
     from sessions s
     left join members m on m.project_id = s.project_id and m.user_id = s.user_id
     left join projects p on p.id = m.project_id
     where s.token_hash = $1`,
    [tokenHash],
  )
  return row
}

export async function updateSessionProject(tx: Transaction, tokenHash: Buffer, projectId: string): Promise<void> {
  await tx.query('update sessions set project_id = $2 where token_hash = $1', [tokenHash, projectId])
}

/** Moves sessions to the project that a new sign-in would begin in. Those of users without another project stay. */
export async function updateSessionsOfProject(tx: Transaction, projectId: string): Promise<void> {
  await tx.query(
    `update sessions s set project_id = other.project_id
     from (select distinct on (m.user_id) m.user_id, m.project_id
       from members m join projects p on p.id = m.project_id
       where m.project_id <> $1 and m.user_id in (select h.user_id from members h where h.project_id = $1)
       order by m.user_id, p.archived_at is not null, m.created_at, p.id) other
     where s.project_id = $1 and s.user_id = other.user_id`,
    [projectId],
  )
}

export async function deleteSession(tx: Transaction, tokenHash: Buffer): Promise<void> {
  await tx.query('delete from sessions where token_hash = $1', [tokenHash])
}

/** Serialises attempts on one email, or from one address, until the transaction ends. */
export async function lockAttempts(tx: Transaction, names: string[]): Promise<void> {
  for (const name of names.toSorted()) {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  }
}

/** The attempts on one email, or from one address; `full_at` is when the last but so many of the failures was. */
export async function selectSignInAttempts(
  tx: Transaction,
  { column, value, most }: { column: 'email' | 'address'; value: string; most: number },
  since: Date,
) {
  const [row] = await tx.query<{ attempts: number; full_at: string | null }>(
    `select count(*) as attempts,
       (array_agg(attempted_at order by attempted_at desc) filter (where failed))[$3::integer] as full_at
     from sign_in_attempts where ${column} = $1 and attempted_at > $2`,
    [value, since, most],
  )
  return row ?? { attempts: 0, full_at: null }
}

/** Whether the person with this email is signed in at this address. */
export async function isSignedInAt(tx: Transaction, email: string, address: string): Promise<boolean> {
  const rows = await tx.query(
    `select from sessions s join users u on u.id = s.user_id
     where u.email = $1 and s.address = $2 and s.expires_at > $3 limit 1`,
    [email, address, tx.now],
  )
  return rows.length > 0
}

export async function insertAttempt(tx: Transaction, attempt: { id: string; email: string; address: string }) {
  await tx.query(
    'insert into sign_in_attempts (id, email, address, failed, attempted_at) values ($1, $2, $3, false, $4)',
    [attempt.id, attempt.email, attempt.address, tx.now],
  )
}

export async function updateAttemptFailed(db: Queryable, id: string): Promise<void> {
  await db.query('update sign_in_attempts set failed = true where id = $1', [id])
}

export async function deleteAttempt(db: Queryable, id: string): Promise<void> {
  await db.query('delete from sign_in_attempts where id = $1', [id])
}

export async function deleteEndedSessions(tx: Transaction): Promise<void> {
  await tx.query('delete from sessions where expires_at < $1', [tx.now])
}

export async function deleteOldAttempts(tx: Transaction, before: Date): Promise<void> {
  await tx.query('delete from sign_in_attempts where attempted_at < $1', [before])
}
