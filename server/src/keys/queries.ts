import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface KeyRow {
  id: string
  name: string
  scope: 'full' | 'read'
  created_by: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

export async function insertKey(
  tx: Transaction,
  projectId: string,
  key: {
    id: string
    name: string
    scope: 'full' | 'read'
    secret_hash: Buffer
    has_checksum: boolean
    created_by: string
  },
): Promise<void> {
  await tx.query(
    `insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [projectId, key.id, key.name, key.scope, key.secret_hash, key.has_checksum, key.created_by, tx.now],
  )
}

export function selectKeys(db: Queryable, projectId: string, before: string | undefined, limit: number) {
  return db.query<KeyRow>(
    `select id, name, scope, created_by, created_at, last_used_at, revoked_at from api_keys
     where project_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [projectId, before ?? null, limit],
  )
}

/** Keys that work and that an actor made, directly or with a key that they made, even one that is revoked now. */
export async function selectKeysMadeBy(tx: Transaction, projectId: string, actor: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with recursive made as (
       select id, revoked_at from api_keys where project_id = $1 and created_by = $2
       union
       select k.id, k.revoked_at from made m join api_keys k on k.project_id = $1 and k.created_by = 'key:' || m.id
     ) select id from made where revoked_at is null order by id`,
    [projectId, actor],
  )
  return rows.map(({ id }) => id)
}

export async function updateKeySecret(tx: Transaction, projectId: string, keyId: string, secretHash: Buffer) {
  const rows = await tx.query(
    `update api_keys set secret_hash = $3, has_checksum = true
     where project_id = $1 and id = $2 and revoked_at is null returning id`,
    [projectId, keyId, secretHash],
  )
  return rows.length === 1
}

export async function updateKeyRevoked(tx: Transaction, projectId: string, keyId: string): Promise<boolean> {
  const rows = await tx.query(
    `update api_keys set revoked_at = coalesce(revoked_at, $3) where project_id = $1 and id = $2 returning id`,
    [projectId, keyId, tx.now],
  )
  return rows.length === 1
}

export async function selectKeyBySecret(db: Queryable, secretHash: Buffer) {
  const [row] = await db.query<{
    id: string
    scope: 'full' | 'read'
    project_id: string
    project_name: string
    archived: boolean
  }>(
    `select k.id, k.scope, p.id as project_id, p.name as project_name, p.archived_at is not null as archived
     from api_keys k join projects p on p.id = k.project_id
     where k.secret_hash = $1 and k.revoked_at is null`,
    [secretHash],
  )
  return row
}

export function selectPlainKeyHashes(db: Queryable) {
  return db.query<{ secret_hash: Buffer }>('select secret_hash from api_keys where not has_checksum')
}

export async function updateKeysUsed(
  db: Queryable,
  used: { project_id: string; id: string; at: Date }[],
): Promise<void> {
  await db.query(
    `update api_keys k set last_used_at = u.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as u (project_id, id, at)
     where k.project_id = u.project_id and k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
    [used.map((row) => row.project_id), used.map((row) => row.id), used.map((row) => row.at)],
  )
}

export async function selectKeyName(db: Queryable, projectId: string, keyId: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>('select name from api_keys where project_id = $1 and id = $2', [
    projectId,
    keyId,
  ])
  return row?.name
}
