import type { Queryable, Transaction } from '../../platform/db/database.ts'

export async function upsertFeed(tx: Transaction, domainId: string, watchId: string, tokenHash: Buffer): Promise<void> {
  await tx.query(
    `insert into watch_feeds (domain_id, watch_id, token_hash, created_at) values ($1, $2, $3, $4)
     on conflict (domain_id, watch_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
    [domainId, watchId, tokenHash, tx.now],
  )
}

export async function deleteFeed(tx: Transaction, domainId: string, watchId: string): Promise<void> {
  await tx.query('delete from watch_feeds where domain_id = $1 and watch_id = $2', [domainId, watchId])
}

export interface OpenedFeed {
  domain_id: string
  domain_name: string
  watch_id: string
  name: string
  created_at: string
}

/** A reader has nothing but the token. The feeds of an archived project are not read either. */
export async function selectFeedByToken(db: Queryable, tokenHash: Buffer): Promise<OpenedFeed | undefined> {
  const [row] = await db.query<OpenedFeed>(
    `select d.id as domain_id, d.name as domain_name, w.id as watch_id, w.name, w.created_at
     from watch_feeds f join watches w on w.domain_id = f.domain_id and w.id = f.watch_id
     join domains d on d.id = f.domain_id join projects p on p.id = d.project_id
     where f.token_hash = $1 and p.archived_at is null`,
    [tokenHash],
  )
  return row
}
