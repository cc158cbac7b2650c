import type { Database, Queryable, Transaction } from '../../platform/db/database.ts'
import type { StepTimes } from '../../platform/take-steps.ts'
import { takenLookMs } from '../../waiting/waiting-work.ts'
import type { Autopilot, AutopilotStage, HistoryEntry, PilotedDomain, TakenAutopilot, WorkingStage } from './record.ts'

export async function insertAutopilot(
  tx: Transaction,
  row: { domain_id: string; prompt: string; max_cycles: number; history: HistoryEntry[] },
): Promise<void> {
  await tx.query(
    `insert into autopilots (domain_id, prompt, stage, max_cycles, history, created_at, updated_at, due_at)
     values ($1, $2, 'brief', $3, $4, $5, $5, $5)`,
    [row.domain_id, row.prompt, row.max_cycles, JSON.stringify(row.history), tx.now],
  )
}

export async function selectAutopilot(db: Queryable, domainId: string): Promise<Autopilot | undefined> {
  const [row] = await db.query<Autopilot>(
    `select domain_id, prompt, stage, cycle, max_cycles, brief, last_report, history, error, assessed_at, created_at,
       updated_at
     from autopilots where domain_id = $1`,
    [domainId],
  )
  return row
}

export type FailedAutopilot = Pick<Autopilot, 'domain_id' | 'cycle' | 'history'> & { failed_stage: WorkingStage }

/** Undefined unless its stage has failed. */
export async function lockFailed(tx: Transaction, domainId: string): Promise<FailedAutopilot | undefined> {
  const [row] = await tx.query<FailedAutopilot>(
    `select domain_id, cycle, history, failed_stage from autopilots
     where domain_id = $1 and stage = 'failed' for update`,
    [domainId],
  )
  return row
}

/** That of the domain, if its next step is due and no process takes it. */
export async function updateAutopilotTaken(tx: Transaction, domainId: string, { now, lease_ends }: StepTimes) {
  const [row] = await tx.query<TakenAutopilot>(
    `update autopilots a set lease_ends = $3, fence = a.fence + 1
     from (
       select n.domain_id, d.project_id from autopilots n join domains d on d.id = n.domain_id
       where n.domain_id = $1 and n.due_at <= $2 and (n.lease_ends is null or n.lease_ends <= $2)
         and d.project_id is not null
       limit 1 for update of n skip locked
     ) n
     where a.domain_id = $1 and n.domain_id = $1
     returning a.domain_id, n.project_id, a.prompt, a.stage, a.cycle, a.max_cycles, a.brief, a.last_report, a.history,
       a.work_id, a.fence, a.attempts`,
    [domainId, now, lease_ends],
  )
  return row
}

/** When its next step may be taken. The rows of a deleted domain do not count. */
export async function selectNextStage(tx: Transaction, domainId: string): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string }>(
    `select case when a.lease_ends > $2 then least(a.lease_ends, $3) else a.due_at end as due_at
     from autopilots a join domains d on d.id = a.domain_id
     where a.domain_id = $1 and a.due_at is not null and d.project_id is not null`,
    [domainId, tx.now, new Date(tx.now.getTime() + takenLookMs)],
  )
  return row?.due_at ?? null
}

const isTaken = 'domain_id = $1 and fence = $2'

/** False when another process has taken it, or it is gone. */
export async function updateAutopilotLease(db: Database, taken: TakenAutopilot, leaseEnds: Date): Promise<boolean> {
  const rows = await db.query(`update autopilots set lease_ends = $3 where ${isTaken} returning domain_id`, [
    ...[taken.domain_id, taken.fence, leaseEnds],
  ])
  return rows.length === 1
}

/** Lets another process take the step at once. */
export async function updateReleased(db: Queryable, taken: TakenAutopilot): Promise<void> {
  await db.query(`update autopilots set lease_ends = null where ${isTaken}`, [taken.domain_id, taken.fence])
}

/** Keeps the row until the transaction ends; false when another process has taken the step. */
export async function lockTaken(tx: Transaction, taken: TakenAutopilot): Promise<boolean> {
  const rows = await tx.query(`select domain_id from autopilots where ${isTaken} for update`, [
    ...[taken.domain_id, taken.fence],
  ])
  return rows.length === 1
}

/** The present stage goes on. */
export async function updateWaiting(
  tx: Transaction,
  taken: TakenAutopilot,
  next: { due_at: Date; work_id: string | null; history: HistoryEntry[] | undefined },
): Promise<void> {
  await tx.query(
    `update autopilots set due_at = $3, lease_ends = null, attempts = 0, work_id = $4,
       history = coalesce($5, history), updated_at = case when $5::jsonb is null then updated_at else $6 end
     where ${isTaken}`,
    [
      ...[taken.domain_id, taken.fence, next.due_at, next.work_id],
      ...[next.history === undefined ? null : JSON.stringify(next.history), tx.now],
    ],
  )
}

/** The step is tried again later. */
export async function updateAttempted(db: Queryable, taken: TakenAutopilot, dueAt: Date): Promise<void> {
  await db.query(`update autopilots set due_at = $3, lease_ends = null, attempts = attempts + 1 where ${isTaken}`, [
    taken.domain_id,
    taken.fence,
    dueAt,
  ])
}

export interface MovedAutopilot {
  stage: AutopilotStage
  history: HistoryEntry[]
  cycle: number
  work_id: string | null
  /** Left as they are when null. */
  brief: Autopilot['brief']
  last_report: Autopilot['last_report']
  assessed_at: Date | null
  /** Both null unless the stage is `failed`. */
  error: string | null
  failed_stage: WorkingStage | null
  /** Null when nothing is left to do. */
  due_at: Date | null
}

export async function updateMoved(tx: Transaction, domainId: string, moved: MovedAutopilot): Promise<void> {
  await tx.query(
    `update autopilots set stage = $2, history = $3, cycle = $4, work_id = $5, brief = coalesce($6, brief),
       last_report = coalesce($7, last_report), assessed_at = coalesce($8, assessed_at), error = $9, failed_stage = $10,
       due_at = $11, lease_ends = null, attempts = 0, updated_at = $12
     where domain_id = $1`,
    [
      ...[domainId, moved.stage, JSON.stringify(moved.history), moved.cycle, moved.work_id],
      ...[moved.brief && JSON.stringify(moved.brief), moved.last_report && JSON.stringify(moved.last_report)],
      ...[moved.assessed_at, moved.error, moved.failed_stage, moved.due_at, tx.now],
    ],
  )
}

const piloted = `select d.name, d.description, d.ontology, d.attributes, d.max_pages, d.page_count, d.entity_count,
    d.archived_at is not null or p.archived_at is not null as is_archived, d.paused_reason
  from domains d join projects p on p.id = d.project_id where d.id = $1`

export async function selectPiloted(db: Queryable, domainId: string): Promise<PilotedDomain | undefined> {
  const [row] = await db.query<PilotedDomain>(piloted, [domainId])
  return row
}

export async function lockPiloted(tx: Transaction, domainId: string): Promise<PilotedDomain | undefined> {
  const [row] = await tx.query<PilotedDomain>(`${piloted} for no key update of d`, [domainId])
  return row
}

export async function selectSourceUrls(db: Queryable, domainId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ url: string }>('select url from sources where domain_id = $1 order by id limit $2', [
    ...[domainId, limit],
  ])
  return rows.map(({ url }) => url)
}

export interface EndedPages {
  status: 'queued' | 'extracted' | 'irrelevant' | 'skipped' | 'failed'
  error: string | null
  count: number
}

/** How pages of the domain ended, the most frequent first. */
export function selectPageEndings(db: Queryable, domainId: string): Promise<EndedPages[]> {
  return db.query<EndedPages>(
    `select status, error, count(*)::integer as count from pages where domain_id = $1
     group by status, error order by count desc, error`,
    [domainId],
  )
}

export interface CrawlUnderWay {
  /** A run, or entities that wait to be compared. */
  is_busy: boolean
  /** Whether a plan is under way, whoever started it. */
  has_plan: boolean
  has_discovery: boolean
}

export async function selectUnderWay(db: Queryable, domainId: string): Promise<CrawlUnderWay> {
  const [row] = await db.query<CrawlUnderWay>(
    `select exists (select from runs where domain_id = $1 and status = 'running')
         or exists (select from entities_due where domain_id = $1) as is_busy,
       exists (select from plans where domain_id = $1 and status in ('queued', 'running')) as has_plan,
       exists (select from discoveries where domain_id = $1 and status in ('queued', 'running')) as has_discovery`,
    [domainId],
  )
  return row as CrawlUnderWay
}

/** Whether the last run of the domain was cancelled, after a time. */
export async function selectIsCancelled(db: Queryable, domainId: string, since: string): Promise<boolean> {
  const [row] = await db.query<{ is_cancelled: boolean }>(
    `select status = 'cancelled' and finished_at >= $2 as is_cancelled from runs
     where domain_id = $1 order by id desc limit 1`,
    [domainId, since],
  )
  return row?.is_cancelled ?? false
}
