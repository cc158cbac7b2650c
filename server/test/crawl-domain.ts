import { expect } from 'vitest'
import { createDomain } from '../src/domains/domains.ts'
import type { EventLog } from '../src/events/event-log.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createProject } from '../src/projects/projects.ts'
import { addSources } from '../src/sources/sources.ts'

// Domains to crawl, made without HTTP, and what has to be true of every crawl.

/** A domain with these sources, which are queued. */
export function makeCrawl(db: Database, events: EventLog, urls: string[], maxPages = 500): Promise<string> {
  return db.transaction(async (tx) => {
    const project = await createProject(tx, { name: 'crawl' })
    const settings = { name: 'd', description: '', ontology: ['person'], max_spend_usd: null }
    const domain = await createDomain(tx, project.id, 'test', { ...settings, max_depth: 8, max_pages: maxPages })
    await addSources(tx, events, domain.id, urls)
    return domain.id
  })
}

export async function isFinished(db: Database, domainId: string): Promise<boolean> {
  const runs = await db.query(`select from runs where domain_id = $1 and status = 'running'`, [domainId])
  return runs.length === 0
}

/** Addresses and how they ended, in the order of the addresses. */
export async function endings(db: Database, domainId: string): Promise<string[]> {
  const pages = await db.query<{ url: string; status: string }>(
    'select url, status from pages where domain_id = $1 order by url collate "C"',
    [domainId],
  )
  return pages.map(({ url, status }) => `${url} ${status}`)
}

interface LoggedEvent {
  id: number
  type: string
  payload: { page_id?: string; status?: string; runId?: string; run_id?: string }
}

/** Of a domain with one run, which has ended: all that is counted is what there is, and every event is there once. */
export async function expectWhole(db: Database, domainId: string): Promise<void> {
  const [counts] = await db.query<Record<string, number>>(
    `select d.page_count, r.pages_total, r.pages_done, r.pages_deterministic, r.pages_failed, r.pages_skipped,
       r.pages_irrelevant, (select count(*) from runs where domain_id = $1) as runs
     from domains d join runs r on r.domain_id = d.id where d.id = $1`,
    [domainId],
  )
  const [recount] = await db.query<Record<string, number>>(
    `select count(*) as page_count, count(*) filter (where p.run_id = r.id) as pages_total,
       count(*) filter (where p.run_id = r.id and p.status <> 'queued') as pages_done,
       count(*) filter (where p.run_id = r.id and p.status = 'extracted') as pages_deterministic,
       count(*) filter (where p.run_id = r.id and p.status = 'failed') as pages_failed,
       count(*) filter (where p.run_id = r.id and p.status = 'skipped') as pages_skipped,
       count(*) filter (where p.run_id = r.id and p.status = 'irrelevant') as pages_irrelevant, 1 as runs
     from runs r join pages p on p.domain_id = r.domain_id where r.domain_id = $1 group by r.id`,
    [domainId],
  )
  expect(counts).toEqual(recount)
  expect(counts?.pages_done).toBe(counts?.pages_total)
  await expectEvents(db, domainId)
}

async function expectEvents(db: Database, domainId: string): Promise<void> {
  const events = await db.query<LoggedEvent>('select id, type, payload from events where domain_id = $1 order by id', [
    domainId,
  ])
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
  expect(events.filter(({ type }) => type === 'crawl.finished')).toHaveLength(1)
  expect(events.at(-1)?.type).toBe('crawl.finished')
  const told = Map.groupBy(
    events.filter(({ type }) => type === 'page.update'),
    ({ payload }) => payload.page_id,
  )
  const pages = await db.query<{ id: string; status: string }>('select id, status from pages where domain_id = $1', [
    domainId,
  ])
  // Queued once, ended once, as it says itself.
  const seen = Object.fromEntries([...told].map(([id, own]) => [id, own.map(({ payload }) => payload.status)]))
  expect(seen).toEqual(Object.fromEntries(pages.map(({ id, status }) => [id, ['queued', status]])))
}
