import type { Queryable } from '../../../src/platform/db/database.ts'

// Rows of a table by the thousand.

const batchRows = 5_000

export async function inBatches<Row>(rows: Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchRows) await write(rows.slice(start, start + batchRows))
}

export function insertRows(
  db: Queryable,
  domainId: string,
  table: string,
  columns: Record<string, string>,
  rows: object[],
) {
  const names = Object.keys(columns)
  const types = names.map((name) => `${name} ${columns[name]}`)
  return db.query(
    `insert into ${table} (domain_id, ${names.join(', ')})
     select $1, ${names.map((name) => `n.${name}`).join(', ')} from jsonb_to_recordset($2::jsonb) as n (${types.join(', ')})`,
    [domainId, JSON.stringify(rows)],
  )
}
