import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface ListedViewRow {
  id: string
  name: string
  shared: boolean
  is_own: boolean
  created_by: string
  created_at: string
  updated_at: string
}

export interface ViewRow extends ListedViewRow {
  state: Record<string, unknown>
}

/** `$2` is who asks: others see what is shared. */
const columns = `v.id, v.name, v.shared, v.created_by = $2 as is_own, v.created_by, v.created_at, v.updated_at`
const seen = `from saved_views v where v.domain_id = $1 and (v.shared or v.created_by = $2)`

export function selectViews(
  db: Queryable,
  domainId: string,
  reader: string,
  before: string | undefined,
  limit: number,
): Promise<ListedViewRow[]> {
  return db.query(`select ${columns} ${seen} and ($3::uuid is null or v.id < $3) order by v.id desc limit $4`, [
    ...[domainId, reader, before ?? null, limit],
  ])
}

export async function selectView(db: Queryable, domainId: string, reader: string, id: string) {
  const [row] = await db.query<ViewRow>(`select ${columns}, v.state ${seen} and v.id = $3`, [domainId, reader, id])
  return row
}

export async function selectViewCount(tx: Transaction, domainId: string, maker: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*) as count from saved_views where domain_id = $1 and created_by = $2',
    [domainId, maker],
  )
  return row?.count ?? 0
}

export interface NewView {
  id: string
  name: string
  state: Record<string, unknown>
  shared: boolean
  created_by: string
}

export async function insertView(tx: Transaction, domainId: string, view: NewView): Promise<void> {
  const { id, name, state, shared, created_by } = view
  await tx.query(
    `insert into saved_views (domain_id, id, name, state, shared, created_by, created_at, updated_at)
     values ($1, $2, $3, $4::json, $5, $6, $7, $7)`,
    [domainId, id, name, JSON.stringify(state), shared, created_by, tx.now],
  )
}

export type ViewChange = Partial<Pick<NewView, 'name' | 'state' | 'shared'>>

export async function updateView(tx: Transaction, domainId: string, id: string, change: ViewChange): Promise<void> {
  const { name = null, state, shared = null } = change
  await tx.query(
    `update saved_views set name = coalesce($3, name), state = coalesce($4::json, state), shared = coalesce($5, shared),
       updated_at = $6
     where domain_id = $1 and id = $2`,
    [domainId, id, name, state ? JSON.stringify(state) : null, shared, tx.now],
  )
}

export async function deleteViewRow(tx: Transaction, domainId: string, id: string): Promise<void> {
  await tx.query('delete from saved_views where domain_id = $1 and id = $2', [domainId, id])
}

/** What nobody can see any more: its maker has left the project, or their key was revoked. */
export async function deleteViewsOfNobody(db: Queryable, domainId: string): Promise<void> {
  await db.query(
    `delete from saved_views v where v.domain_id = $1 and not v.shared and v.created_by not in (
       select 'user:' || m.user_id from members m join domains d on d.project_id = m.project_id where d.id = $1
       union all select 'key:' || k.id from api_keys k join domains d on d.project_id = k.project_id
       where d.id = $1 and k.revoked_at is null)`,
    [domainId],
  )
}
