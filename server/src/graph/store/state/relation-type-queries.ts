import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import type { MappedType, RelationTypes } from '../facts/relation-types.ts'

// Types that people called the same as others, and the relationships that do not show them yet.

export function selectRelationTypes(db: Queryable, domainId: string): Promise<MappedType[]> {
  return db.query<MappedType>('select type, same_as from relation_types where domain_id = $1 order by type', [domainId])
}

/** With null, the row stays until every relationship shows its own type again. */
export async function writeRelationType(
  tx: Transaction,
  domainId: string,
  { type, same_as }: MappedType,
): Promise<void> {
  await tx.query(
    `insert into relation_types (domain_id, type, same_as, is_due) values ($1, $2, $3, true)
     on conflict (domain_id, type) do update set same_as = excluded.same_as, is_due = true`,
    [domainId, type, same_as],
  )
}

/** Relationships that show another type than the one that their word is, in the order of their ids. */
export async function selectOtherwiseTyped(
  tx: Transaction,
  domainId: string,
  types: RelationTypes,
  { words, after, limit }: { words: string[]; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select r.id from relationships r
     join unnest($2::text[], $3::text[]) as n (word, type) on n.word = r.word and n.type <> r.type
     where r.domain_id = $1 and ($4::uuid is null or r.id > $4) order by r.id limit $5`,
    [domainId, words, words.map((word) => types.typeOf(word)), after ?? null, limit],
  )
  return rows.map(({ id }) => id)
}

/** All relationships of the domain show the right type. */
export async function settleRelationTypes(tx: Transaction, domainId: string): Promise<void> {
  await tx.query('delete from relation_types where domain_id = $1 and same_as is null', [domainId])
  await tx.query('update relation_types set is_due = false where domain_id = $1 and is_due', [domainId])
}
