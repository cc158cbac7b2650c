import { expect } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'

// What must hold for every crawl that has ended.

/** Addresses and their endings, in the order of the addresses. */
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
  payload: { page_id?: string; status?: string; pages?: number }
}

/** All pages were crawled in each of so many runs: counters equal the rows, and every event exists once. */
export async function expectWhole(db: Database, domainId: string, runs: number): Promise<void> {
  const [counts] = await db.query<Record<string, number>>(
    `select d.page_count, r.pages_total, r.pages_done, r.pages_deterministic, r.pages_unchanged, r.pages_failed,
       r.pages_skipped, r.pages_irrelevant
     from domains d join runs r on r.domain_id = d.id where d.id = $1 order by r.id desc limit 1`,
    [domainId],
  )
  const [recount] = await db.query<Record<string, number>>(
    `select count(*) as page_count, count(*) filter (where p.run_id = r.id) as pages_total,
       count(*) filter (where p.run_id = r.id and p.status <> 'queued') as pages_done,
       count(*) filter (where p.run_id = r.id and p.status = 'extracted' and p.last_mode = 'deterministic')
         as pages_deterministic,
       count(*) filter (where p.run_id = r.id and p.status = 'extracted' and p.last_mode = 'unchanged')
         as pages_unchanged,
       count(*) filter (where p.run_id = r.id and p.status = 'failed') as pages_failed,
       count(*) filter (where p.run_id = r.id and p.status = 'skipped') as pages_skipped,
       count(*) filter (where p.run_id = r.id and p.status = 'irrelevant') as pages_irrelevant
     from pages p join (select id from runs where domain_id = $1 order by id desc limit 1) r on true
     where p.domain_id = $1`,
    [domainId],
  )
  expect(counts).toEqual(recount)
  expect(counts?.pages_done).toBe(counts?.pages_total)
  const ended = await db.query<{ status: string; pages_done: number }>(
    'select status, pages_done from runs where domain_id = $1 order by id',
    [domainId],
  )
  expect(ended).toEqual(Array(runs).fill({ status: 'finished', pages_done: recount?.page_count }))
  await expectTexts(db, domainId)
  await expectEvents(db, domainId, runs)
}

/** Every page that was read has a text, and no other has one. */
async function expectTexts(db: Database, domainId: string): Promise<void> {
  const wrong = await db.query(
    `select p.url from pages p left join page_texts t on t.domain_id = p.domain_id and t.page_id = p.id
     where p.domain_id = $1 and (p.status = 'extracted') <> (t.page_id is not null)`,
    [domainId],
  )
  expect(wrong).toEqual([])
}

async function expectEvents(db: Database, domainId: string, runs: number): Promise<void> {
  const events = await db.query<LoggedEvent>('select id, type, payload from events where domain_id = $1 order by id', [
    domainId,
  ])
  const pages = await db.query<{ id: string; status: string }>('select id, status from pages where domain_id = $1', [
    domainId,
  ])
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
  const finished = events.filter(({ type }) => type === 'crawl.finished')
  expect(finished.map(({ payload }) => payload.pages)).toEqual(Array(runs).fill(pages.length))
  expect(events.at(-1)?.type).toBe('crawl.finished')
  const told = Map.groupBy(
    events.filter(({ type }) => type === 'page.update'),
    ({ payload }) => payload.page_id,
  )
  // Every run queued and ended each page once, as its counters say.
  const seen = Object.fromEntries([...told].map(([id, own]) => [id, own.map(({ payload }) => payload.status)]))
  const expected = pages.map(({ id, status }) => [id, Array.from({ length: runs }, () => ['queued', status]).flat()])
  expect(seen).toEqual(Object.fromEntries(expected))
}
