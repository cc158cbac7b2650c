import type { Transaction } from '../../../platform/db/database.ts'

// Subjects that wait to be compared.

export async function insertDue(tx: Transaction, domainId: string, ids: string[]): Promise<void> {
  await tx.query(
    `insert into entities_due (domain_id, entity_id) select $1::uuid, unnest($2::uuid[])
     on conflict (domain_id, entity_id) do nothing`,
    [domainId, ids],
  )
}

/** Takes at most `most` of the subjects that wait to be compared. */
export async function deleteDue(tx: Transaction, domainId: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>(
    `delete from entities_due where domain_id = $1 and entity_id in (
       select entity_id from entities_due where domain_id = $1 order by entity_id limit $2
     ) returning entity_id`,
    [domainId, most],
  )
  return rows.map(({ entity_id }) => entity_id)
}
