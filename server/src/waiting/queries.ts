import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { WorkKind } from './work-kind.ts'

export async function upsertWork(
  tx: Transaction,
  kind: WorkKind,
  { domain_id, project_id }: { domain_id: string; project_id: string | null },
  dueAt: Date | string,
): Promise<void> {
  await tx.query(
    `insert into waiting_work as w (domain_id, kind, project_id, due_at) values ($1, $2, $3, $4)
     on conflict (domain_id, kind) do update set due_at = least(w.due_at, excluded.due_at)`,
    [domain_id, kind, project_id, dueAt],
  )
}

export interface WaitingDomain {
  domain_id: string
  due_at: string
}

export function selectDue(db: Queryable, kind: WorkKind, before: Date, limit: number): Promise<WaitingDomain[]> {
  return db.query<WaitingDomain>(
    `select domain_id, due_at from waiting_work where kind = $1 and due_at <= $2
     order by due_at, domain_id limit $3`,
    [kind, before, limit],
  )
}

export function selectAll(db: Queryable, kind: WorkKind): Promise<WaitingDomain[]> {
  return db.query<WaitingDomain>('select domain_id, due_at from waiting_work where kind = $1 order by domain_id', [
    kind,
  ])
}

/** Those of other projects than these; of the projects first of which the fewest are under way, which are due later. */
export function selectDueInTurn(db: Queryable, kind: WorkKind, before: Date, but: string[], limit: number) {
  return db.query<WaitingDomain>(
    `select w.domain_id, w.due_at from waiting_work w
     where w.kind = $1 and w.due_at <= $2 and w.project_id <> all($3::uuid[])
     order by (
       select count(*) from waiting_work r where r.kind = $1 and r.due_at > $2 and r.project_id = w.project_id
     ), w.due_at, w.domain_id limit $4`,
    [kind, before, but, limit],
  )
}

export const selectAny = (db: Queryable, kind: WorkKind) =>
  db.query('select 1 from waiting_work where kind = $1 limit 1', [kind])

export async function selectNextWork(db: Queryable, kind: WorkKind, after: Date): Promise<string | undefined> {
  const [row] = await db.query<{ due_at: string }>(
    'select due_at from waiting_work where kind = $1 and due_at > $2 order by due_at limit 1',
    [kind, after],
  )
  return row?.due_at
}

/** False when it is not due any more, or another process looks at it. */
export async function lockDue(tx: Transaction, kind: WorkKind, domainId: string, before: Date): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from waiting_work where domain_id = $1 and kind = $2 and due_at <= $3 for update skip locked`,
    [domainId, kind, before],
  )
  return rows.length === 1
}

export async function updateDue(
  tx: Transaction,
  kind: WorkKind,
  domainId: string,
  dueAt: Date | string,
): Promise<void> {
  await tx.query('update waiting_work set due_at = $3 where domain_id = $1 and kind = $2', [domainId, kind, dueAt])
}

export async function deleteWork(tx: Transaction, kind: WorkKind, domainId: string): Promise<void> {
  await tx.query('delete from waiting_work where domain_id = $1 and kind = $2', [domainId, kind])
}

export async function deleteWorkOf(tx: Transaction, domainIds: string[]): Promise<void> {
  await tx.query('delete from waiting_work where domain_id = any($1::uuid[])', [domainIds])
}
