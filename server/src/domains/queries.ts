import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { DomainLock, LoadedDomain } from '../platform/http/handlers.ts'
import type { DomainSettings, Pause } from './domain-settings.ts'
import { type DueRecrawl, firstRecrawl } from './recrawl-times.ts'

export interface DomainRow extends DomainSettings {
  id: string
  archived: boolean
  crawl_state: 'idle' | 'running' | 'paused'
  paused_reason: string | null
  next_recrawl_at: string | null
  created_at: string
}

/** The pages of an archived domain wait, and go on when it is unarchived. */
const shownState = `case when archived_at is not null and crawl_state = 'running' then 'idle' else crawl_state end`
/** Nothing comes due while a domain is paused or archived. */
const shownRecrawl = `case when archived_at is null and crawl_state <> 'paused' then next_recrawl_at end`
const listed = `id, name, description, ontology, max_depth, max_pages, max_spend_usd, readers_may_spend,
  recrawl_every, ${shownRecrawl} as next_recrawl_at, archived_at is not null as archived, ${shownState} as crawl_state, paused_reason,
  created_at`

export async function insertDomain(
  tx: Transaction,
  projectId: string,
  id: string,
  domain: DomainSettings,
): Promise<void> {
  await tx.query(
    `insert into domains (project_id, id, name, description, ontology, attributes, max_depth, max_pages, max_spend_usd,
       readers_may_spend, recrawl_every, next_recrawl_at, crawl_state, planned_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, 'idle', $11, $11)`,
    [
      ...[projectId, id, domain.name, domain.description, domain.ontology, JSON.stringify(domain.attributes)],
      ...[domain.max_depth, domain.max_pages, domain.max_spend_usd, domain.readers_may_spend, tx.now],
      ...[domain.recrawl_every, firstTime(tx, id, domain)],
    ],
  )
}

const firstTime = (tx: Transaction, id: string, { recrawl_every }: DomainSettings) =>
  recrawl_every === null ? null : firstRecrawl(id, recrawl_every, tx.now)

export function selectDomains(
  db: Queryable,
  projectId: string,
  options: { archived: boolean; before: string | undefined; limit: number },
) {
  return db.query<Omit<DomainRow, 'attributes'> & { entity_count: number; page_count: number }>(
    `select ${listed},
       entity_count, page_count
     from domains
     where project_id = $1 and ($2 or archived_at is null) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [projectId, options.archived, options.before ?? null, options.limit],
  )
}

export async function selectDomain(db: Queryable, projectId: string, domainId: string): Promise<DomainRow | undefined> {
  const [row] = await db.query<DomainRow>(
    `select ${listed}, attributes from domains where project_id = $1 and id = $2`,
    [projectId, domainId],
  )
  return row
}

const locks = { keep: 'for key share', change: 'for no key update', delete: 'for update' } satisfies Record<
  DomainLock,
  string
>

/** Locks the domain: changes that depend on its current state run one after another. */
export async function lockDomain(
  tx: Transaction,
  projectId: string,
  domainId: string,
  lock: DomainLock,
): Promise<DomainRow | undefined> {
  const [row] = await tx.query<DomainRow>(
    `select ${listed}, attributes from domains where project_id = $1 and id = $2 ${locks[lock]}`,
    [projectId, domainId],
  )
  return row
}

export async function selectLoadedDomain(
  db: Queryable,
  projectId: string,
  domainId: string,
  options: { lock: DomainLock | false },
) {
  const [row] = await db.query<LoadedDomain>(
    `select id, project_id, archived_at is not null as archived, graph_seq, history_since, history_seq, readers_may_spend
     from domains where project_id = $1 and id = $2 ${options.lock ? locks[options.lock] : ''}`,
    [projectId, domainId],
  )
  return row
}

export async function updateDomain(
  tx: Transaction,
  projectId: string,
  domainId: string,
  domain: DomainSettings,
  options: { attributesAdded: boolean },
): Promise<void> {
  await tx.query(
    `update domains set name = $3, description = $4, ontology = $5, attributes = $6, max_depth = $7, max_pages = $8,
       max_spend_usd = $9, attributes_added_at = case when $10 then $11 else attributes_added_at end,
       readers_may_spend = $12, recrawl_every = $13,
       next_recrawl_at = case when recrawl_every is distinct from $13 then $14 else next_recrawl_at end
     where project_id = $1 and id = $2`,
    [
      ...[projectId, domainId, domain.name, domain.description, domain.ontology, JSON.stringify(domain.attributes)],
      ...[domain.max_depth, domain.max_pages, domain.max_spend_usd, options.attributesAdded, tx.now],
      ...[domain.readers_may_spend, domain.recrawl_every, firstTime(tx, domainId, domain)],
    ],
  )
}

export async function updateDomainArchived(
  tx: Transaction,
  projectId: string,
  domainId: string,
  archivedAt: Date | null,
): Promise<void> {
  await tx.query(
    `update domains set archived_at = case when $3::timestamptz is null then null else coalesce(archived_at, $3) end
     where project_id = $1 and id = $2`,
    [projectId, domainId, archivedAt],
  )
}

const isScheduled = `d.project_id is not null and d.archived_at is null and d.crawl_state <> 'paused'
  and exists (select from projects p where p.id = d.project_id and p.archived_at is null)`

/** Those of the domains whose schedules may begin runs. */
export async function selectScheduled(db: Queryable, domainIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select d.id from domains d where d.id = any($1::uuid[]) and ${isScheduled} order by d.id`,
    [domainIds],
  )
  return rows.map(({ id }) => id)
}

/** The domain if its schedule is due, locked; one that another process holds is left to it. */
export async function lockDueDomain(tx: Transaction, domainId: string): Promise<DueRecrawl | undefined> {
  const [row] = await tx.query<DueRecrawl>(
    `select d.project_id, d.id as domain_id, d.next_recrawl_at as due_at, d.recrawl_every as every from domains d
     where d.id = $2 and d.next_recrawl_at <= $1 and ${isScheduled} for no key update of d skip locked`,
    [tx.now, domainId],
  )
  return row
}

export async function updateNextRecrawl(tx: Transaction, domainId: string, nextAt: Date): Promise<void> {
  await tx.query('update domains set next_recrawl_at = $2 where id = $1', [domainId, nextAt])
}

/** The bounds of a domain's crawl, without a lock. The caller has loaded the domain by its project. */
export async function selectCrawlBounds(db: Queryable, domainId: string) {
  const [row] = await db.query<Pick<CrawlSettings, 'max_depth' | 'max_pages' | 'page_count'>>(
    'select max_depth, max_pages, page_count from domains where id = $1 and project_id is not null',
    [domainId],
  )
  return row
}

/** For the crawl, which takes the id from a page that it holds: no caller chose it. */
export async function selectAssignment(db: Queryable, domainId: string) {
  const [row] = await db.query<Pick<DomainSettings, 'name' | 'description' | 'ontology' | 'attributes'>>(
    'select name, description, ontology, attributes from domains where id = $1 and project_id is not null',
    [domainId],
  )
  return row
}

export interface CrawlSettings {
  project_id: string
  max_depth: number
  max_pages: number
  page_count: number
  link_count: number
  archived: boolean
  crawl_state: DomainRow['crawl_state']
  /** The plan that leads the crawl. */
  plan_id: string | null
}

/** For the crawl, which takes the id from a page that it holds: no caller chose it. A deleted domain is not found. */
export async function lockCrawlSettings(tx: Transaction, domainId: string): Promise<CrawlSettings | undefined> {
  const [row] = await tx.query<CrawlSettings>(
    `select project_id, max_depth, max_pages, page_count, link_count, archived_at is not null as archived, crawl_state,
       plan_id
     from domains where id = $1 and project_id is not null ${locks.change}`,
    [domainId],
  )
  return row
}

export interface CrawlStateChange {
  crawl_state: DomainRow['crawl_state']
  /** Given when the crawl is paused by this change; one that was paused before keeps its reason. */
  pause?: Pause | undefined
  pages_added: number
  links_added: number
  /** The plan that leads the crawl from now on, or none. */
  plan_id: string | null
}

export async function updateCrawlState(tx: Transaction, domainId: string, change: CrawlStateChange): Promise<void> {
  await tx.query(
    `update domains set crawl_state = $2, page_count = page_count + $3, link_count = link_count + $4,
       paused_reason = case when $2::text = 'paused' then coalesce($5, paused_reason) end,
       paused_by = case when $2::text = 'paused' then coalesce($6, paused_by) end,
       plan_id = $7, planned_at = case when plan_id is distinct from $7 then $8 else planned_at end
     where id = $1`,
    [
      domainId,
      change.crawl_state,
      change.pages_added,
      change.links_added,
      change.pause?.reason ?? null,
      change.pause?.by ?? null,
      change.plan_id,
      tx.now,
    ],
  )
}

export async function selectWithoutModel(db: Queryable): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `select count(*) as n from domains where paused_by = 'model' and archived_at is null and project_id is not null`,
  )
  return row?.n ?? 0
}

export async function selectActiveRunId(db: Queryable, domainId: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(`select id from runs where domain_id = $1 and status = 'running'`, [
    domainId,
  ])
  return row?.id ?? null
}

export function selectEntityCounts(db: Queryable, domainId: string, kinds: string[]) {
  return db.query<{ kind: string; count: number }>(
    `select kind, count(*) as count from entities where domain_id = $1 and is_shown and kind = any($2)
     group by kind order by kind`,
    [domainId, kinds],
  )
}

/** Returns the number of the last change, after adding these. */
export async function updateGraphSeq(
  tx: Transaction,
  domainId: string,
  { changes, entities }: { changes: number; entities: number },
): Promise<number> {
  const [row] = await tx.query<{ graph_seq: number }>(
    `update domains set graph_seq = graph_seq + $2, entity_count = entity_count + $3 where id = $1 returning graph_seq`,
    [domainId, changes, entities],
  )
  return row?.graph_seq ?? 0
}

/** Gives the next correction its number. */
export async function updateCurated(tx: Transaction, domainId: string, bytes: number): Promise<number> {
  const [row] = await tx.query<{ curations: number }>(
    `update domains set curations = curations + 1, curated_bytes = curated_bytes + $2 where id = $1 returning curations`,
    [domainId, bytes],
  )
  return row?.curations ?? 0
}

/** History before a time, and changes up to a number, are no longer complete. */
export async function updateHistoryForgotten(
  tx: Transaction,
  domainId: string,
  { before, seq }: { before: Date; seq: number },
): Promise<void> {
  await tx.query(
    `update domains set history_since = greatest(history_since, $2), history_seq = greatest(history_seq, $3) where id = $1`,
    [domainId, before, seq],
  )
}

/** The next domains that were created before a time, in the order of their ids. */
export async function selectDomainIds(
  db: Queryable,
  before: Date,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from domains where project_id is not null and created_at < $1 and ($2::uuid is null or id > $2)
     order by id limit $3`,
    [before, after ?? null, limit],
  )
  return rows.map(({ id }) => id)
}
