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

const selectVersionWith = (...more: string[]) => `
  select ${['v.version, v.rules, v.note, v.created_at, v.created_by, v.published_at', ...more].join(', ')},
    case when v.version = g.published_version then 'published'
         when v.published_at is null then 'draft' else 'superseded' end as status
  from gate_versions v join gates g on g.domain_id = v.domain_id`
const selectVersion = selectVersionWith()

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

export async function selectPublishedNumber(db: Queryable, domainId: string): Promise<number | undefined> {
  const [row] = await db.query<{ published_version: number }>(
    'select published_version from gates where domain_id = $1',
    [domainId],
  )
  return row?.published_version
}

export async function selectLeastConfidence(db: Queryable, domainId: string): Promise<number | null | undefined> {
  const [row] = await db.query<{ min_confidence: number | null }>(
    `select (v.rules ->> 'min_confidence')::double precision as min_confidence
     from gates g join gate_versions v on v.domain_id = g.domain_id and v.version = g.published_version
     where g.domain_id = $1`,
    [domainId],
  )
  return row?.min_confidence
}

export async function selectAbout(
  db: Queryable,
  domainId: string,
  version: number,
): Promise<string | null | undefined> {
  const [row] = await db.query<{ about: string | null }>(
    `select rules ->> 'about' as about from gate_versions where domain_id = $1 and version = $2`,
    [domainId, version],
  )
  return row?.about
}

export async function selectNewestDraft(db: Queryable, domainId: string): Promise<GateVersion | undefined> {
  const [row] = await db.query<GateVersion>(
    `${selectVersion} where v.domain_id = $1 and v.version <> g.published_version and v.published_at is null
     order by v.version desc limit 1`,
    [domainId],
  )
  return row
}

/** The next versions whose rules fit into so many bytes together; at least one. */
export async function selectVersions(
  db: Queryable,
  domainId: string,
  { before, limit, bytes }: { before: number | undefined; limit: number; bytes: number },
): Promise<{ versions: GateVersion[]; is_cut: boolean }> {
  const rows = await db.query<GateVersion & { found: number }>(
    `select version, rules, note, created_at, created_by, published_at, status, found
     from (
       select n.*, sum(n.bytes) over (order by n.version desc) - n.bytes as bytes_before, (count(*) over ())::integer as found
       from (
         ${selectVersionWith('v.bytes')} where v.domain_id = $1 and ($2::integer is null or v.version < $2) order by v.version desc limit $3
       ) n
     ) s
     where s.bytes_before < $4 order by s.version desc`,
    [domainId, before ?? null, limit, bytes],
  )
  const is_cut = rows.length < (rows[0]?.found ?? 0)
  return { versions: rows.map(({ found: _, ...version }) => version), is_cut }
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
