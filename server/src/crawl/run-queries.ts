import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { RunCounters } from './run-counters.ts'

/** What began a run: a call, a plan that leads the crawl, or a schedule. */
export type RunTrigger = 'call' | 'plan' | 'schedule'

export interface RunRow extends RunCounters {
  id: string
  trigger: RunTrigger
  status: 'running' | 'finished' | 'cancelled'
  started_at: string
  finished_at: string | null
  end_reason: string | null
  entities_added: number
  tokens_input: number
  tokens_output: number
  spend_usd: number
}

const listed = `id, trigger, status, started_at, finished_at, end_reason, pages_total, pages_done, pages_unchanged,
  pages_deterministic, pages_agentic, pages_irrelevant, pages_skipped, pages_failed, entities_added, tokens_input, tokens_output, spend_usd`

export async function selectActiveRun(db: Queryable, domainId: string): Promise<RunRow | undefined> {
  const [row] = await db.query<RunRow>(`select ${listed} from runs where domain_id = $1 and status = 'running'`, [
    domainId,
  ])
  return row
}

/** A run that goes on tells why it is paused. */
export function selectRuns(db: Queryable, domainId: string, limit: number) {
  return db.query<RunRow & { paused_reason: string | null }>(
    `select ${listed}, case when status = 'running' then (select paused_reason from domains where id = $1) end
       as paused_reason
     from runs where domain_id = $1 order by id desc limit $2`,
    [domainId, limit],
  )
}

export async function insertRun(
  tx: Transaction,
  domainId: string,
  { id, trigger }: Pick<RunRow, 'id' | 'trigger'>,
): Promise<RunRow> {
  const [row] = await tx.query<RunRow>(
    `insert into runs (domain_id, id, trigger, status, started_at, pages_total, pages_done, pages_unchanged, pages_deterministic,
       pages_agentic, pages_irrelevant, pages_skipped, pages_failed, entities_added, tokens_input, tokens_output,
       spend_usd)
     values ($1, $2, $4, 'running', $3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) returning ${listed}`,
    [domainId, id, tx.now, trigger],
  )
  return row as RunRow
}

export async function updateRun(
  tx: Transaction,
  domainId: string,
  runId: string,
  change: RunCounters & { entities_added: number },
  { status, end_reason }: Pick<RunRow, 'status' | 'end_reason'>,
): Promise<RunRow> {
  const [row] = await tx.query<RunRow>(
    `update runs set pages_total = pages_total + $3, pages_done = pages_done + $4,
       pages_unchanged = pages_unchanged + $5, pages_deterministic = pages_deterministic + $6,
       pages_agentic = pages_agentic + $7, pages_irrelevant = pages_irrelevant + $8,
       pages_skipped = pages_skipped + $9, pages_failed = pages_failed + $10, status = $11::text,
       entities_added = entities_added + $13, end_reason = $14,
       finished_at = case when $11::text = 'running' then null else $12::timestamptz end
     where domain_id = $1 and id = $2 returning ${listed}`,
    [
      domainId,
      runId,
      change.pages_total,
      change.pages_done,
      change.pages_unchanged,
      change.pages_deterministic,
      change.pages_agentic,
      change.pages_irrelevant,
      change.pages_skipped,
      change.pages_failed,
      status,
      tx.now,
      change.entities_added,
      end_reason,
    ],
  )
  return row as RunRow
}

export async function deleteRun(tx: Transaction, domainId: string, runId: string): Promise<void> {
  await tx.query('delete from runs where domain_id = $1 and id = $2', [domainId, runId])
}

/** Deletes runs that ended before a time, but keeps the last ones. */
export async function deleteRunsBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  { kept, limit }: { kept: number; limit: number },
): Promise<number> {
  const rows = await tx.query(
    `delete from runs where domain_id = $1 and id = any(array(
       select id from runs where domain_id = $1 and finished_at < $2
         and id < (select id from runs where domain_id = $1 order by id desc offset $3 - 1 limit 1)
       order by id limit $4)) returning 1`,
    [domainId, before, kept, limit],
  )
  return rows.length
}

/** Counts the cost of a model call at once, however the page ends. */
export async function updateRunUsage(
  tx: Transaction,
  domainId: string,
  runId: string,
  usage: { tokens_input: number; tokens_output: number; spend_usd: number },
): Promise<void> {
  await tx.query(
    `update runs set tokens_input = tokens_input + $3, tokens_output = tokens_output + $4,
       spend_usd = spend_usd + $5::numeric where domain_id = $1 and id = $2`,
    [domainId, runId, usage.tokens_input, usage.tokens_output, usage.spend_usd.toFixed(6)],
  )
}

/** Locks the domain and its project against being stopped; false when pages of the domain may not be worked on. */
export async function lockCrawling(tx: Transaction, domainId: string): Promise<boolean> {
  // The project first, as whoever deletes one does.
  const projects = await tx.query(
    `select id from projects where id = (select project_id from domains where id = $1) and archived_at is null for share`,
    [domainId],
  )
  if (projects.length === 0) return false
  const rows = await tx.query(
    `select id from domains
     where id = $1 and project_id is not null and crawl_state = 'running' and archived_at is null for share`,
    [domainId],
  )
  return rows.length === 1
}

export async function isRunActive(tx: Transaction, domainId: string, runId: string): Promise<boolean> {
  const rows = await tx.query(`select id from runs where domain_id = $1 and id = $2 and status = 'running'`, [
    domainId,
    runId,
  ])
  return rows.length === 1
}
