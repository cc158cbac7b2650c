import type { DomainSettings } from '../domains/domain-settings.ts'
import type { SeenPage } from '../frontier/ranking/rank-links.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import type { StepTimes } from '../platform/take-steps.ts'
import { takenLookMs } from '../waiting/waiting-work.ts'
import type { GapSearch, Plan, PlanResult, SelectedLink } from './plan.ts'

/** False when one is queued or running already. */
export async function insertPlan(
  tx: Transaction,
  domainId: string,
  plan: { id: string; page_limit: number | null },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into plans (domain_id, id, status, page_limit, due_at) values ($1, $2, 'queued', $3, $4)
     on conflict (domain_id) where status in ('queued', 'running') do nothing returning id`,
    [domainId, plan.id, plan.page_limit, tx.now],
  )
  return rows.length === 1
}

export async function deleteOldPlans(tx: Transaction, domainId: string, kept: number): Promise<void> {
  await tx.query(
    `delete from plans where domain_id = $1
       and id in (select id from plans where domain_id = $1 order by id desc offset $2)`,
    [domainId, kept],
  )
}

const listed = `id, status, started_at, finished_at, result, selected, coalesce(searches, '[]') as searches, notes,
  enqueued, frontier_added`

export function selectPlans(db: Queryable, domainId: string, limit: number): Promise<Plan[]> {
  return db.query<Plan>(`select ${listed} from plans where domain_id = $1 order by id desc limit $2`, [domainId, limit])
}

export async function selectPlan(db: Queryable, domainId: string, id: string): Promise<Plan | undefined> {
  const [row] = await db.query<Plan>(`select ${listed} from plans where domain_id = $1 and id = $2`, [domainId, id])
  return row
}

/** A plan of which this process takes a step. `fence` tells it from the same one in another process. */
export interface TakenPlan {
  domain_id: string
  project_id: string
  id: string
  fence: number
  attempts: number
  page_limit: number | null
  enqueued: number
  entities_before: number | null
  has_searched: boolean
}

/** The plan of the domain, if its step is due and nobody takes it. */
export async function updatePlanTaken(tx: Transaction, domainId: string, { now, lease_ends }: StepTimes) {
  const [row] = await tx.query<TakenPlan>(
    `update plans t set status = 'running', started_at = coalesce(t.started_at, $2), lease_ends = $3,
       fence = t.fence + 1
     from (
       select n.domain_id, n.id, d.project_id from plans n join domains d on d.id = n.domain_id
       where n.domain_id = $1 and n.due_at <= $2 and (n.lease_ends is null or n.lease_ends <= $2)
         and d.project_id is not null
       limit 1 for update of n skip locked
     ) n
     where t.domain_id = $1 and t.id = n.id
     returning t.domain_id, n.project_id, t.id, t.fence, t.attempts, t.page_limit, t.enqueued, t.entities_before,
       t.searches is not null as has_searched`,
    [domainId, now, lease_ends],
  )
  return row
}

/** When the next step of the domain's plan may be taken. The rows of a deleted domain do not count. */
export async function selectNextStep(tx: Transaction, domainId: string): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string }>(
    `select case when p.lease_ends > $2 then least(p.lease_ends, $3) else p.due_at end as due_at
     from plans p join domains d on d.id = p.domain_id
     where p.domain_id = $1 and p.due_at is not null and d.project_id is not null`,
    [domainId, tx.now, new Date(tx.now.getTime() + takenLookMs)],
  )
  return row?.due_at ?? null
}

const isTaken = `domain_id = $1 and id = $2 and fence = $3 and status = 'running'`
const takenValues = ({ domain_id, id, fence }: TakenPlan) => [domain_id, id, fence]

/** False when another process has taken it, or it is gone. */
export async function updatePlanLease(db: Database, taken: TakenPlan, leaseEnds: Date): Promise<boolean> {
  const rows = await db.query(`update plans set lease_ends = $4 where ${isTaken} returning id`, [
    ...takenValues(taken),
    leaseEnds,
  ])
  return rows.length === 1
}

export interface PlanStep {
  due_at: Date
  selected: SelectedLink[]
  rejected: number
  entities_before: number
}

/** Keeps the row until the transaction ends; false when another process has taken the plan, or it is gone. */
export async function lockPlanTaken(tx: Transaction, taken: TakenPlan): Promise<boolean> {
  const rows = await tx.query(`select id from plans where ${isTaken} for update`, takenValues(taken))
  return rows.length === 1
}

/** Writes what a step has done. */
export async function updatePlanStep(
  tx: Transaction,
  taken: TakenPlan,
  step: PlanStep,
  listedMost: number,
): Promise<void> {
  await tx.query(
    `update plans set due_at = $4, lease_ends = null, attempts = 0,
       selected = jsonb_path_query_array(selected || $6::jsonb, ('$[0 to ' || $5::integer - 1 || ']')::jsonpath),
       enqueued = enqueued + $7, rejected = rejected + $8, entities_before = coalesce(entities_before, $9)
     where ${isTaken}`,
    [
      ...[...takenValues(taken), step.due_at, listedMost, JSON.stringify(step.selected)],
      ...[step.selected.length, step.rejected, step.entities_before],
    ],
  )
}

/** Puts it back for another attempt at the step. */
export async function updatePlanPutBack(db: Queryable, taken: TakenPlan, dueAt: Date, counts: boolean): Promise<void> {
  await db.query(
    `update plans set due_at = $4, lease_ends = null, attempts = attempts + $5::integer where ${isTaken}`,
    [...takenValues(taken), dueAt, counts ? 1 : 0],
  )
}

export async function updatePlanSearched(
  tx: Transaction,
  taken: TakenPlan,
  searched: { searches: GapSearch[]; failure: string | null; frontier_added: number; selected: SelectedLink[] },
): Promise<void> {
  await tx.query(
    `update plans set searches = $4, frontier_added = $5, selected = selected || $6::jsonb, enqueued = enqueued + $7,
       due_at = $8, search_failure = $9, lease_ends = null, attempts = 0
     where ${isTaken}`,
    [
      ...takenValues(taken),
      ...[JSON.stringify(searched.searches), searched.frontier_added, JSON.stringify(searched.selected)],
      ...[searched.selected.length, tx.now, searched.failure],
    ],
  )
}

export interface PlanEnd {
  status: 'finished' | 'failed'
  notes: string
  result: PlanResult | null
}

export async function updatePlanEnded(
  tx: Transaction,
  taken: TakenPlan,
  { status, notes, result }: PlanEnd,
): Promise<void> {
  await tx.query(
    `update plans set status = $4, finished_at = $5, notes = $6, result = $7, due_at = null, lease_ends = null
     where ${isTaken}`,
    [...takenValues(taken), status, tx.now, notes, result && JSON.stringify(result)],
  )
}

interface PlanCounts {
  enqueued: number
  rejected: number
  entities_added: number
  search_failure: string | null
}

/** The caller keeps the plan. */
export async function selectPlanCounts(tx: Transaction, taken: TakenPlan) {
  const [row] = (await tx.query<PlanCounts>(
    `select p.enqueued, p.rejected, greatest(0, d.entity_count - coalesce(p.entities_before, d.entity_count)) as entities_added,
       p.search_failure
     from plans p join domains d on d.id = p.domain_id where p.domain_id = $1 and p.id = $2`,
    [taken.domain_id, taken.id],
  )) as [PlanCounts]
  return row
}

export type PlannedDomain = Pick<DomainSettings, 'name' | 'description' | 'ontology'> & {
  max_depth: number
  max_pages: number
  page_count: number
  entity_count: number
  /** Pages of the run that are not done. */
  pending: number
  plan_id: string | null
  is_archived: boolean
  is_paused: boolean
}

/** Undefined when the domain was deleted. */
export async function selectPlannedDomain(db: Queryable, domainId: string): Promise<PlannedDomain | undefined> {
  const [row] = await db.query<PlannedDomain>(
    `select d.name, d.description, d.ontology, d.max_depth, d.max_pages, d.page_count, d.entity_count, d.plan_id,
       coalesce((select r.pages_total - r.pages_done from runs r where r.domain_id = $1 and r.status = 'running'), 0)
         as pending,
       d.archived_at is not null or p.archived_at is not null as is_archived, d.crawl_state = 'paused' as is_paused
     from domains d join projects p on p.id = d.project_id where d.id = $1`,
    [domainId],
  )
  return row
}

/**
 * The last pages that are done, oldest first, with the entities of each that no page before it had named, and the words
 * of the link that led to it.
 */
export function selectSeenPages(db: Queryable, domainId: string, limit: number): Promise<SeenPage[]> {
  return db.query<SeenPage>(
    `select p.url, p.status, coalesce(f.text, '') as text, coalesce(y.entities, '{}') as entities
     from (
       select id, url, status from pages where domain_id = $1 and status <> 'queued' order by id desc limit $2
     ) p
     left join frontier f on f.domain_id = $1 and f.url = p.url
     left join lateral (
       select jsonb_object_agg(kind, n) as entities from (
         select e.kind, count(distinct c.entity_id) as n from claims c
         join entities e on e.domain_id = $1 and e.id = c.entity_id
         where c.domain_id = $1 and c.page_id = p.id and c.type = 'entity' and not exists (
           select from claims o
           where o.domain_id = $1 and o.entity_id = c.entity_id and o.page_id <> p.id and o.id < c.id
         )
         group by e.kind
       ) k
     ) y on true
     order by p.id`,
    [domainId, limit],
  )
}

/** Shown entities, by kind. */
export async function selectKindCounts(db: Queryable, domainId: string): Promise<Map<string, number>> {
  const rows = await db.query<{ kind: string; n: number }>(
    'select kind, count(*) as n from entities where domain_id = $1 and is_shown group by kind',
    [domainId],
  )
  return new Map(rows.map(({ kind, n }) => [kind, n]))
}

/** Whether at least so many pages were read. */
export async function hasRead(db: Queryable, domainId: string, least: number): Promise<boolean> {
  const rows = await db.query(`select from pages where domain_id = $1 and status = 'extracted' limit 1 offset $2`, [
    domainId,
    least - 1,
  ])
  return rows.length === 1
}

/** Domains that were last planned before a time, and have something to plan; the longest ago first. */
export function selectUnplanned(db: Queryable, before: Date, limit: number) {
  return db.query<{ domain_id: string; project_id: string }>(
    `select d.id as domain_id, d.project_id from domains d join projects p on p.id = d.project_id
     where d.planned_at < $1 and d.archived_at is null and p.archived_at is null and d.crawl_state <> 'paused'
       and d.plan_id is null and exists (select from sources s where s.domain_id = d.id)
     order by d.planned_at, d.id limit $2`,
    [before, limit],
  )
}

export async function isPlanUnderWay(tx: Transaction, domainId: string): Promise<boolean> {
  const rows = await tx.query(`select from plans where domain_id = $1 and status in ('queued', 'running')`, [domainId])
  return rows.length > 0
}
