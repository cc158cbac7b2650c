import type { SharedPart, View } from '@polegraph/contract/graph/shares.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface ShareRow {
  id: string
  /** As it is stored. */
  token: string
  views: View[]
  show: SharedPart[]
  created_at: string
}

export interface OpenedShare {
  domain_id: string
  graph_seq: number
  history_since: string | null
  name: string
  description: string
  views: View[]
  show: SharedPart[]
}

export async function selectShareCount(tx: Transaction, domainId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*) as count from shares where domain_id = $1', [
    domainId,
  ])
  return row?.count ?? 0
}

export async function insertShare(
  tx: Transaction,
  domainId: string,
  share: { id: string; token_hash: Buffer; token: string; views: View[]; show: SharedPart[] },
): Promise<void> {
  await tx.query(
    'insert into shares (domain_id, id, token_hash, token, views, show, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [domainId, share.id, share.token_hash, share.token, share.views, share.show, tx.now],
  )
}

export function selectShares(db: Queryable, domainId: string, before: string | undefined, limit: number) {
  return db.query<ShareRow>(
    `select id, token, views, show, created_at from shares
     where domain_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [domainId, before ?? null, limit],
  )
}

/** Of all domains, for a backup or a restore. */
export function selectTokens(db: Queryable) {
  return db.query<{ domain_id: string; id: string; stored: string }>(
    'select domain_id, id, token as stored from shares order by domain_id, id',
  )
}

export async function updateShareToken(
  tx: Transaction,
  domainId: string,
  shareId: string,
  token: string,
): Promise<void> {
  await tx.query('update shares set token = $3 where domain_id = $1 and id = $2', [domainId, shareId, token])
}

export async function deleteShare(tx: Transaction, domainId: string, shareId: string): Promise<boolean> {
  const rows = await tx.query('delete from shares where domain_id = $1 and id = $2 returning id', [domainId, shareId])
  return rows.length === 1
}

export async function deleteSharesOf(tx: Transaction, domainIds: string[]): Promise<void> {
  await tx.query('delete from shares where domain_id = any($1::uuid[])', [domainIds])
}

/** The public has nothing but the token. An archived project has no public access either. */
export async function selectShareByToken(db: Queryable, tokenHash: Buffer): Promise<OpenedShare | undefined> {
  const [row] = await db.query<OpenedShare>(
    `select d.id as domain_id, d.graph_seq, d.history_since, d.name, d.description, s.views, s.show
     from shares s join domains d on d.id = s.domain_id join projects p on p.id = d.project_id
     where s.token_hash = $1 and p.archived_at is null`,
    [tokenHash],
  )
  return row
}
