import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { GateRules } from './judge.ts'

export interface GateVersion {
  version: number
  status: 'draft' | 'published' | 'superseded'
  rules: GateRules
  note: string
  created_at: string
  created_by: string
  published_at: string | null
}

const selectVersion = `
  select v.version, v.rules, v.note, v.created_at, v.created_by, v.published_at,
    case when v.version = g.published_version then 'published'
         when v.published_at is null then 'draft' else 'superseded' end as status
  from gate_versions v join gates g on g.domain_id = v.domain_id`

export async function insertGate(tx: Transaction, domainId: string, version: number): Promise<void> {
  await tx.query('insert into gates (domain_id, published_version, last_version) values ($1, $2, $2)', [
    domainId,
    version,
  ])
}

export async function insertVersion(
  tx: Transaction,
  domainId: string,
  row: { version: number; rules: GateRules; note: string; created_by: string; published_at: Date | null },
): Promise<void> {
  await tx.query(
    `insert into gate_versions (domain_id, version, rules, note, created_at, created_by, published_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [domainId, row.version, row.rules, row.note, tx.now, row.created_by, row.published_at],
  )
}

/** Returns the next number. The row stays locked, so that changes of one gate run one after another. */
export async function updateLastVersion(tx: Transaction, domainId: string): Promise<number> {
  const [row] = await tx.query<{ last_version: number }>(
    'update gates set last_version = last_version + 1 where domain_id = $1 returning last_version',
    [domainId],
  )
  if (!row) throw new Error(`domain ${domainId} has no gate`)
  return row.last_version
}

export async function lockGate(tx: Transaction, domainId: string): Promise<void> {
  await tx.query('select from gates where domain_id = $1 for update', [domainId])
}

export async function updatePublished(tx: Transaction, domainId: string, version: number): Promise<void> {
  await tx.query('update gates set published_version = $2 where domain_id = $1', [domainId, version])
  await tx.query('update gate_versions set published_at = $3 where domain_id = $1 and version = $2', [
    domainId,
    version,
    tx.now,
  ])
}

export async function selectOne(db: Queryable, domainId: string, version: number): Promise<GateVersion | undefined> {
  const [row] = await db.query<GateVersion>(`${selectVersion} where v.domain_id = $1 and v.version = $2`, [
    domainId,
    version,
  ])
  return row
}

export async function selectPublished(db: Queryable, domainId: string): Promise<GateVersion | undefined> {
  const [row] = await db.query<GateVersion>(
    `${selectVersion} where v.domain_id = $1 and v.version = g.published_version`,
    [domainId],
  )
  return row
}

export async function selectNewestDraft(db: Queryable, domainId: string): Promise<GateVersion | undefined> {
  const [row] = await db.query<GateVersion>(
    `${selectVersion} where v.domain_id = $1 and v.version <> g.published_version and v.published_at is null
     order by v.version desc limit 1`,
    [domainId],
  )
  return row
}

export function selectVersions(db: Queryable, domainId: string, before: number | undefined, limit: number) {
  return db.query<GateVersion>(
    `${selectVersion} where v.domain_id = $1 and ($2::integer is null or v.version < $2) order by v.version desc limit $3`,
    [domainId, before ?? null, limit],
  )
}

export async function updateVersion(
  tx: Transaction,
  domainId: string,
  version: number,
  change: { rules: GateRules; note: string },
): Promise<void> {
  await tx.query('update gate_versions set rules = $3, note = $4 where domain_id = $1 and version = $2', [
    domainId,
    version,
    change.rules,
    change.note,
  ])
}

export async function deleteVersion(tx: Transaction, domainId: string, version: number): Promise<void> {
  await tx.query('delete from gate_versions where domain_id = $1 and version = $2', [domainId, version])
}
