import type { DomainSettings } from '../domains/domain-settings.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import type { StepTimes } from '../platform/take-steps.ts'
import type { Discovery, DiscoveryEnd } from './discovery.ts'
import type { ByModel, RoundProgress } from './rounds/progress.ts'

/** False when one is queued or running already. */
export async function insertDiscovery(
  tx: Transaction,
  domainId: string,
  id: string,
  queries: string[],
): Promise<boolean> {
  const rows = await tx.query(
    `insert into discoveries (domain_id, id, status, queries) values ($1, $2, 'queued', $3)
     on conflict (domain_id) where status in ('queued', 'running') do nothing returning id`,
    [domainId, id, queries],
  )
  return rows.length === 1
}

/** The caller holds the domain. */
export async function selectProject(tx: Transaction, domainId: string): Promise<string> {
  const [row] = await tx.query<{ project_id: string }>('select project_id from domains where id = $1', [domainId])
  return (row as { project_id: string }).project_id
}

export async function deleteOldDiscoveries(tx: Transaction, domainId: string, kept: number): Promise<void> {
  await tx.query(
    `delete from discoveries where domain_id = $1
       and id in (select id from discoveries where domain_id = $1 order by id desc offset $2)`,
    [domainId, kept],
  )
}

const shown = 'id, status, started_at, finished_at, result, sources, summary, queries_tried, by_model'

export function selectDiscoveries(db: Queryable, domainId: string, limit: number): Promise<Discovery[]> {
  return db.query<Discovery>(`select ${shown} from discoveries where domain_id = $1 order by id desc limit $2`, [
    domainId,
    limit,
  ])
}

export async function selectDiscovery(db: Queryable, domainId: string, id: string): Promise<Discovery | undefined> {
  const [row] = await db.query<Discovery>(`select ${shown} from discoveries where domain_id = $1 and id = $2`, [
    ...[domainId, id],
  ])
  return row
}

/** A discovery that this process runs. `fence` tells it from the same one in another process. */
export interface Taken {
  domain_id: string
  project_id: string
  id: string
  fence: number
  attempts: number
  /** Words to search for; none means those of the domain. */
  queries: string[]
  /** What a model has led so far; null before, and without one. */
  progress: RoundProgress | null
}

/** The one of the domain, if nobody runs it. */
export async function updateTaken(tx: Transaction, domainId: string, { now, lease_ends }: StepTimes) {
  const [row] = await tx.query<Taken>(
    `update discoveries t set status = 'running', started_at = coalesce(t.started_at, $2), lease_ends = $3,
       fence = t.fence + 1
     from (
       select n.domain_id, n.id, d.project_id from discoveries n join domains d on d.id = n.domain_id
       where n.domain_id = $1 and n.status in ('queued', 'running') and (n.lease_ends is null or n.lease_ends <= $2)
         and d.project_id is not null
       limit 1 for update of n skip locked
     ) n
     where t.domain_id = $1 and t.id = n.id
     returning t.domain_id, n.project_id, t.id, t.fence, t.attempts, t.queries, t.progress`,
    [domainId, now, lease_ends],
  )
  return row
}

/** When the one of the domain that is not over may be taken. The rows of a deleted domain do not count. */
export async function selectNextTake(tx: Transaction, domainId: string): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string }>(
    `select coalesce(n.lease_ends, $2::timestamptz) as due_at from discoveries n join domains d on d.id = n.domain_id
     where n.domain_id = $1 and n.status in ('queued', 'running') and d.project_id is not null`,
    [domainId, tx.now],
  )
  return row?.due_at ?? null
}

const isTaken = `domain_id = $1 and id = $2 and fence = $3 and status = 'running'`

/** False when another process has taken it, or it is gone. */
export async function updateLease(db: Database, taken: Taken, leaseEnds: Date): Promise<boolean> {
  const rows = await db.query(`update discoveries set lease_ends = $4 where ${isTaken} returning id`, [
    ...[taken.domain_id, taken.id, taken.fence, leaseEnds],
  ])
  return rows.length === 1
}

/** Puts it back for another attempt, which does not begin before `notBefore`. */
export async function updatePutBack(
  db: Queryable,
  taken: Taken,
  { notBefore, counts }: { notBefore: Date | null; counts: boolean },
): Promise<void> {
  await db.query(
    `update discoveries set status = 'queued', lease_ends = $4, attempts = attempts + $5::integer where ${isTaken}`,
    [taken.domain_id, taken.id, taken.fence, notBefore, counts ? 1 : 0],
  )
}

/** False when another process has taken it, or it is gone. */
export async function updateProgress(
  tx: Transaction,
  taken: Taken,
  progress: RoundProgress,
  byModel: ByModel,
): Promise<boolean> {
  const rows = await tx.query(`update discoveries set progress = $4, by_model = $5 where ${isTaken} returning id`, [
    ...[taken.domain_id, taken.id, taken.fence, JSON.stringify(progress), JSON.stringify(byModel)],
  ])
  return rows.length === 1
}

export async function updateEnded(tx: Transaction, taken: Taken, outcome: DiscoveryEnd): Promise<boolean> {
  const { status, summary, result, sources, queries_tried, by_model } = outcome
  const rows = await tx.query(
    `update discoveries set status = $4, finished_at = $5, lease_ends = null, summary = $6, result = $7, sources = $8,
       queries_tried = $9, by_model = coalesce($10, by_model), progress = null
     where ${isTaken} returning id`,
    [
      ...[taken.domain_id, taken.id, taken.fence, status, tx.now, summary],
      ...[result && JSON.stringify(result), JSON.stringify(sources), queries_tried],
      by_model ? JSON.stringify(by_model) : null,
    ],
  )
  return rows.length === 1
}

export type SearchedDomain = Pick<DomainSettings, 'name' | 'description' | 'ontology' | 'attributes'> & {
  is_archived: boolean
  is_paused: boolean
}

/** Undefined when the domain was deleted. */
export async function selectSearchedDomain(db: Queryable, domainId: string): Promise<SearchedDomain | undefined> {
  const [row] = await db.query<SearchedDomain>(
    `select d.name, d.description, d.ontology, d.attributes, d.archived_at is not null or p.archived_at is not null as is_archived,
       d.crawl_state = 'paused' as is_paused
     from domains d join projects p on p.id = d.project_id where d.id = $1`,
    [domainId],
  )
  return row
}

export async function selectHostsOfSources(db: Queryable, domainId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ host: string }>(
    'select distinct host from sources where domain_id = $1 order by host limit $2',
    [domainId, limit],
  )
  return rows.map(({ host }) => host)
}
