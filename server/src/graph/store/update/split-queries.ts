import type { Transaction } from '../../../platform/db/database.ts'

export interface SplitMention {
  page_id: string
  name_key: string
  entity_id: string
}

/** A mention that another part had before goes to this one. */
export async function insertSplitMentions(
  tx: Transaction,
  domainId: string,
  entityId: string,
  mentions: { page_id: string; name_key: string }[],
): Promise<void> {
  await tx.query(
    `insert into split_mentions (domain_id, page_id, name_key, entity_id)
     select $1::uuid, n.page_id, n.name_key, $2::uuid from unnest($3::uuid[], $4::text[]) as n (page_id, name_key)
     on conflict (domain_id, page_id, name_key) do update set entity_id = excluded.entity_id`,
    [domainId, entityId, mentions.map(({ page_id }) => page_id), mentions.map(({ name_key }) => name_key)],
  )
}

export async function deleteSplitMentions(tx: Transaction, domainId: string, entityId: string): Promise<void> {
  await tx.query('delete from split_mentions where domain_id = $1 and entity_id = $2', [domainId, entityId])
}

export function selectSplitMentions(tx: Transaction, domainId: string, pageIds: string[]): Promise<SplitMention[]> {
  return tx.query<SplitMention>(
    'select page_id, name_key, entity_id from split_mentions where domain_id = $1 and page_id = any($2::uuid[])',
    [domainId, pageIds],
  )
}

export interface EvidenceClaim {
  id: string
  page_id: string
  entity_id: string
  kind: string
  name: string
  is_live: boolean
}

/** All claims about these subjects, also retracted ones. */
export function selectClaimsOf(tx: Transaction, domainId: string, ids: string[]): Promise<EvidenceClaim[]> {
  return tx.query<EvidenceClaim>(
    `select id, page_id, entity_id, fact ->> 'kind' as kind, fact ->> 'name' as name, retracted_at is null as is_live
     from claims where domain_id = $1 and entity_id = any($2::uuid[]) order by id`,
    [domainId, ids],
  )
}
