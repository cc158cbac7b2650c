import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { hasChecksum, hashSecret, newSecret } from '../platform/secrets.ts'
import { announceAccessChange } from '../projects/access-change.ts'
import { dropLinksBy } from '../projects/members.ts'
import {
  insertKey,
  selectKeyBySecret,
  selectKeyName,
  selectKeys,
  selectKeysMadeBy,
  selectPlainKeyHashes,
  updateKeyRevoked,
  updateKeySecret,
} from './queries.ts'

export const keyPrefix = 'svc_'

export async function createKey(
  tx: Transaction,
  projectId: string,
  options: { name: string; scope?: 'full' | 'read' | undefined; secret?: string | undefined; created_by?: string },
) {
  const { name, scope = 'full', secret = newSecret(keyPrefix), created_by = 'service' } = options
  const id = newId()
  await insertKey(tx, projectId, {
    id,
    name,
    scope,
    secret_hash: hashSecret(secret),
    has_checksum: hasChecksum(keyPrefix, secret),
    created_by,
  })
  return { id, key: secret, scope }
}

export async function listKeys(db: Queryable, projectId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectKeys(db, projectId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { keys: page, next_cursor }
}

export async function rotateKey(tx: Transaction, projectId: string, keyId: string) {
  const secret = newSecret(keyPrefix)
  if (!(await updateKeySecret(tx, projectId, keyId, hashSecret(secret)))) throw fail('key_not_found')
  await announceAccessChange(tx, projectId)
  return { id: keyId, key: secret }
}

export async function revokeKey(tx: Transaction, projectId: string, keyId: string) {
  if (!(await updateKeyRevoked(tx, projectId, keyId))) throw fail('key_not_found')
  await dropLinksBy(tx, projectId, `key:${keyId}`)
  await announceAccessChange(tx, projectId)
  return { ok: true as const }
}

/** A person knows the secrets of keys that their own keys have made, too. */
export async function revokeKeysBy(tx: Transaction, projectId: string, actor: string): Promise<void> {
  for (const id of await selectKeysMadeBy(tx, projectId, actor)) await revokeKey(tx, projectId, id)
}

/** The caller with this key, if any. A full key may do what an owner may. */
export async function findKeyCaller(db: Queryable, secretHash: Buffer): Promise<Caller | null> {
  const row = await selectKeyBySecret(db, secretHash)
  if (!row) return null
  return {
    kind: 'key',
    id: row.id,
    user_id: null,
    project: { id: row.project_id, name: row.project_name, archived: row.archived },
    role: row.scope === 'full' ? 'owner' : 'viewer',
  }
}

/** Empty for a key that is not there. */
export async function findKeyName(db: Queryable, projectId: string, keyId: string): Promise<string> {
  return (await selectKeyName(db, projectId, keyId)) ?? ''
}

/** Hashes of keys without a checksum: those that were set by BOOTSTRAP_KEY. */
export async function listPlainKeyHashes(db: Queryable): Promise<Set<string>> {
  const rows = await selectPlainKeyHashes(db)
  return new Set(rows.map((row) => row.secret_hash.toString('hex')))
}
