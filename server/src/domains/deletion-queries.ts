import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { RowsOfDomain } from './domain-tables.ts'

/** All domains of a project, locked so that nobody writes anything in them; one at a time, because they may live on several nodes. */
export async function lockDomainsOf(tx: Transaction, projectId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('select id from domains where project_id = $1 order by id', [projectId])
  const locked: string[] = []
  for (const { id } of rows) {
    const found = await tx.query('select 1 from domains where id = $1 and project_id = $2 for update', [id, projectId])
    if (found.length === 1) locked.push(id)
  }
  return locked
}

/** Takes domains out of their project: no statement that names the project finds them from now on. */
export async function updateDomainsDeleted(tx: Transaction, projectId: string, domainIds: string[]): Promise<void> {
  await tx.query(
    `update domains set project_id = null, deleted_from = project_id, deleted_at = $3
     where project_id = $1 and id = any($2::uuid[])`,
    [projectId, domainIds, tx.now],
  )
}

/** Deleted domains whose rows are not all gone, by their ids. */
export async function selectDeletedDomains(db: Queryable, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from domains where project_id is null and ($1::uuid is null or id > $1) order by id limit $2',
    [after ?? null, limit],
  )
  return rows.map(({ id }) => id)
}

/** Undefined when the domain is gone, or when another process is at work on it. */
export async function lockDeletedDomain(tx: Transaction, domainId: string) {
  const [row] = await tx.query<{ deleted_from: string }>(
    'select deleted_from from domains where id = $1 and project_id is null for no key update skip locked',
    [domainId],
  )
  return row
}

/** Says how many rows went. Taken in the order of an index, so that no bite reads through what earlier ones deleted. */
export async function deleteRowsOfDomain(
  tx: Transaction,
  domainId: string,
  { table, key, where = 'true' }: RowsOfDomain,
  limit: number,
): Promise<number> {
  const order = ['t.domain_id', ...(key === '' ? [] : key.split(', ').map((column) => `t.${column}`))].join(', ')
  const rows = await tx.query(
    `delete from ${table} where domain_id = $1 and ctid = any(array(
       select t.ctid from ${table} t where t.domain_id = $1 and ${where} order by ${order} limit $2)) returning 1`,
    [domainId, limit],
  )
  return rows.length
}

/** Deletes the row of a domain without a project, and with it its gate. */
export async function deleteDeletedDomain(tx: Transaction, domainId: string): Promise<void> {
  await tx.query('delete from domains where id = $1 and project_id is null', [domainId])
}
