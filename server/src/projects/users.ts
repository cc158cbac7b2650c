import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { Role } from './roles.ts'

// People. A user belongs to projects by membership, and is deleted with the last of them.

export interface UserRow {
  id: string
  email: string
  name: string
  password_hash: string
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>('select id, email, name, password_hash from users where email = $1', [email])
  return row
}

export async function addUser(tx: Transaction, user: UserRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into users (id, email, name, password_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (email) do nothing returning id`,
    [user.id, user.email, user.name, user.password_hash, tx.now],
  )
  return rows.length === 1
}

export async function findUserById(db: Queryable, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>('select id, email, name, password_hash from users where id = $1', [userId])
  return row
}

/** Holds the password that a person has just proved until the transaction ends; false when it was changed since. */
export async function holdPassword(tx: Transaction, user: UserRow): Promise<boolean> {
  const rows = await tx.query('select id from users where id = $1 and password_hash = $2 for share', [
    user.id,
    user.password_hash,
  ])
  return rows.length === 1
}

export async function setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await tx.query('update users set password_hash = $2 where id = $1', [userId, passwordHash])
}

export async function findUser(db: Queryable, userId: string) {
  const [row] = await db.query<{ id: string; email: string; name: string }>(
    'select id, email, name from users where id = $1',
    [userId],
  )
  return row
}

export function listProjectsOfUser(db: Queryable, userId: string) {
  return db.query<{ id: string; name: string; role: Role; archived: boolean }>(
    `select p.id, p.name, m.role, p.archived_at is not null as archived
     from members m join projects p on p.id = m.project_id
     where m.user_id = $1 order by p.archived_at is not null, m.created_at, p.id`,
    [userId],
  )
}
