import { limits } from '@polegraph/contract/limits.ts'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { crawlByHand, failed, link, read, unchanged, unreadable } from '../../test/support/crawl/crawl-by-hand.ts'
import { copyDatabase, TestClock } from '../../test/support/harness.ts'
import { archiveDomain, changeDomain, createDomain, loadDomain, unarchiveDomain } from '../domains/domains.ts'
import { EventLog } from '../events/event-log.ts'
import type { Transaction } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/errors.ts'
import { createLog } from '../platform/log.ts'
import { createProject } from '../projects/projects.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import { readConfig } from '../settings/config.ts'
import { openDatabase } from '../settings/open-database.ts'
import { crawlSources, deleteSource, listSources, registerSources } from '../sources/sources.ts'
import { discardDeadLetter, listDeadLetters, requeueDeadLetter } from './dead-letters.ts'
import type { PageEnding } from './page-ending.ts'
import { listPages, recrawlPages, requeueFailedPages } from './pages.ts'
import { counterNames } from './run-counters.ts'
import { cancelRun, pauseCrawl, resumeCrawl } from './runs.ts'

// Model test: whatever is done to a crawl, in whatever order, counters equal a recount, the event log agrees with the
// tables, and no event comes twice.

const copy = await copyDatabase()
const clock = new TestClock()
const db = await openDatabase({ config: readConfig(copy.environment), clock, log: createLog({ level: 'silent' }) })
const events = new EventLog([])
const hand = crawlByHand({ db, events })
afterAll(async () => {
  await db.close()
  await copy.remove()
})

const urls = ['', 'a', 'b', 'c/1', 'c/2', 'c/3', 'd?p=1', 'd?p=2'].flatMap((path) => [
  `https://one.example/${path}`,
  `https://two.example/${path}`,
])

interface Domain {
  project_id: string
  id: string
  /** All pages that were ever taken: their endings may come late. */
  taken: ClaimedPage[]
}

type Step = (domain: Domain) => Promise<unknown>
const inOne =
  (work: (tx: Transaction, domain: Domain) => Promise<unknown>): Step =>
  (domain) =>
    db.transaction((tx) => work(tx, domain))

const pick = <Item>(items: Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)]

const endings: ((page: ClaimedPage, n: number) => PageEnding)[] = [
  (page) => read(page),
  (page, n) =>
    read(page, { text: `text ${n % 3}`, links: [pick(urls, n), pick(urls, n + 5)].map((url) => link(url ?? '')) }),
  (page, n) => read(page, { address: pick(urls, n) ?? page.url }),
  (page) => (page.read_at === null ? failed(page) : unchanged(page)),
  (page) => failed(page),
  (page) => unreadable(page),
  (page) => ({ ...failed(page, 'application/pdf'), status: 'skipped' }) as PageEnding,
  (page) => ({ page, fetched_at: null, links_seen: 0, type: 'later', due_at: clock.now(), failure: 'fetch' }),
]

const number = fc.nat({ max: 1000 })
/** With the name that fast-check prints for a failure. */
const named = (name: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => name })
const always = (name: string, step: Step) => fc.constant(named(name, step))

const settleSome = fc
  .array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: endings.length - 1 }), number), { minLength: 1, maxLength: 5 })
  .map((list) =>
    named(`settle ${JSON.stringify(list)}`, async (domain) => {
      const outcomes = new Map<string, PageEnding>()
      for (const [at, ending, n] of list) {
        // The pages that were taken last most probably still have this fence.
        const page = pick(domain.taken.toReversed(), at)
        const outcome = page && endings[ending]?.(page, n)
        if (page && outcome) outcomes.set(page.id, outcome)
      }
      await hand.settle(domain.id, ...outcomes.values())
    }),
  )

const requeueOne = number.map((n) => {
  const step = inOne(async (tx, { id }) => {
    const { pages } = await listPages(tx, id, { limit: 100, offset: 0 })
    await requeueFailedPages(tx, events, id, { page_ids: [pick(pages, n)?.id ?? ''] })
  })
  return named(`requeue page ${n}`, step)
})

const touchLetter = fc.tuple(number, fc.boolean()).map(([n, isRequeue]) => {
  const step = inOne(async (tx, { id }) => {
    const letter = pick((await listDeadLetters(tx, id, { limit: 50 })).dead_letters, n)
    if (letter && isRequeue) await requeueDeadLetter(tx, events, id, letter.id)
    if (letter && !isRequeue) await discardDeadLetter(tx, id, letter.id)
  })
  return named(`${isRequeue ? 'requeue' : 'discard'} letter ${n}`, step)
})

const deleteOne = number.map((n) => {
  const step = inOne(async (tx, { id, project_id }) => {
    await loadDomain(tx, project_id, id, { lock: 'change' })
    const source = pick((await listSources(tx, id, { limit: 50 })).sources, n)
    if (source) await deleteSource(tx, id, source.id)
  })
  return named(`delete source ${n}`, step)
})

const addSome = fc.subarray(urls, { minLength: 1, maxLength: 4 }).map((some) => {
  const step = inOne((tx, { id }) => registerSources(tx, events, id, some))
  return named(`add ${some.join(' ')}`, step)
})

const bound = fc.integer({ min: 3, max: 20 }).map((max_pages) => {
  const step = inOne((tx, { id, project_id }) => changeDomain(tx, project_id, id, { max_pages }))
  return named(`at most ${max_pages}`, step)
})

const endAll =
  (end: (page: ClaimedPage) => PageEnding): Step =>
  async ({ id }) => {
    await hand.settle(id, ...(await hand.take(id)).map(end))
  }

/** Fails all pages often enough to make dead letters of them. */
const wearOut: Step = async (domain) => {
  for (let time = 1; time <= limits.dead_after; time++) {
    await db.transaction(async (tx) => {
      const { pages } = await listPages(tx, domain.id, { limit: 100, offset: 0 })
      await requeueFailedPages(tx, events, domain.id, { page_ids: pages.map(({ id }) => id) })
    })
    await endAll(unreadable)(domain)
  }
}

const steps = fc.oneof(
  { weight: 2, arbitrary: always('wear out', wearOut) },
  { weight: 6, arbitrary: addSome },
  { weight: 8, arbitrary: always('take', async (domain) => domain.taken.push(...(await hand.take(domain.id)))) },
  { weight: 12, arbitrary: settleSome },
  { weight: 3, arbitrary: always('read all', endAll(read)) },
  { weight: 4, arbitrary: always('fail to read all', endAll(unreadable)) },
  {
    weight: 3,
    arbitrary: always(
      'crawl',
      inOne((tx, { id }) => crawlSources(tx, events, id)),
    ),
  },
  {
    weight: 3,
    arbitrary: always('recrawl', ({ id, project_id }) => recrawlPages(db, events, { project_id, domain_id: id }, 2)),
  },
  {
    weight: 5,
    arbitrary: always(
      'requeue all',
      inOne((tx, { id }) => requeueFailedPages(tx, events, id, { all: true })),
    ),
  },
  { weight: 3, arbitrary: requeueOne },
  { weight: 2, arbitrary: touchLetter },
  { weight: 2, arbitrary: deleteOne },
  {
    weight: 3,
    arbitrary: always(
      'cancel',
      inOne((tx, { id }) => cancelRun(tx, events, id)),
    ),
  },
  {
    weight: 1,
    arbitrary: always(
      'pause',
      inOne((tx, { id }) => pauseCrawl(tx, events, id, 'a test')),
    ),
  },
  {
    weight: 2,
    arbitrary: always(
      'resume',
      inOne((tx, { id }) => resumeCrawl(tx, events, id)),
    ),
  },
  { weight: 2, arbitrary: bound },
  {
    weight: 1,
    arbitrary: always(
      'archive',
      inOne((tx, { id, project_id }) => archiveDomain(tx, project_id, id)),
    ),
  },
  {
    weight: 5,
    arbitrary: always(
      'unarchive',
      inOne((tx, { id, project_id }) => unarchiveDomain(tx, project_id, id)),
    ),
  },
)

async function makeDomain(): Promise<Domain> {
  return db.transaction(async (tx) => {
    const project = await createProject(tx, { name: 'model' })
    const settings = {
      name: 'd',
      description: '',
      ontology: ['person'],
      max_depth: 3,
      max_pages: 12,
      max_spend_usd: null,
      readers_may_spend: false,
      recrawl_every: null,
    }
    const { id } = await createDomain(tx, project.id, 'service', settings)
    return { project_id: project.id, id, taken: [] }
  })
}

type Run = { id: string; status: string } & Record<(typeof counterNames)[number], number>

/** The counters of the runs, recounted from the pages. */
const recount = (domainId: string) =>
  db.query<Run>(
    `select r.id, r.status, count(p.id) as pages_total, count(p.id) filter (where p.status <> 'queued') as pages_done,
       count(p.id) filter (where p.status = 'extracted' and p.last_mode = 'unchanged') as pages_unchanged,
       count(p.id) filter (where p.status = 'extracted' and p.last_mode = 'deterministic') as pages_deterministic,
       count(p.id) filter (where p.status = 'extracted' and p.last_mode = 'agentic') as pages_agentic,
       count(p.id) filter (where p.status = 'irrelevant') as pages_irrelevant,
       count(p.id) filter (where p.status = 'skipped') as pages_skipped,
       count(p.id) filter (where p.status = 'failed') as pages_failed
     from runs r left join pages p on p.domain_id = r.domain_id and p.run_id = r.id
     where r.domain_id = $1 group by r.id, r.status order by r.id`,
    [domainId],
  )

const selectRuns = (domainId: string) =>
  db.query<Run>(`select id, status, ${counterNames.join(', ')} from runs where domain_id = $1 order by id`, [domainId])

interface Logged {
  id: number
  type: string
  payload: Record<string, unknown>
}

async function checkBooks({ id }: Domain, before: Map<string, Run>, isAlone: boolean): Promise<Map<string, Run>> {
  const runs = await selectRuns(id)
  const counted = new Map((await recount(id)).map((run) => [run.id, run]))
  for (const run of runs) {
    const ended = before.get(run.id)
    // A run that has ended does not change, even when its pages go on to other runs.
    if (ended && ended.status !== 'running') expect(run).toEqual(ended)
    else if (run.status === 'running' || (isAlone && run === runs.at(-1))) expect(run).toEqual(counted.get(run.id))
  }
  const log = await db.query<Logged>('select id, type, payload from events where domain_id = $1 order by id', [id])
  expect(log.map((event) => event.id)).toEqual(log.map((_, index) => index + 1))
  checkRunEvents(runs, log)
  await checkPages(id, log)
  return new Map(runs.map((run) => [run.id, run]))
}

function checkRunEvents(runs: Run[], log: Logged[]): void {
  const lastEvent = new Map<unknown, Record<string, unknown>>()
  for (const { type, payload } of log) if (type === 'run.update') lastEvent.set(payload.run_id, payload)
  for (const { id, ...run } of runs) expect(lastEvent.get(id)).toMatchObject(run)
  const finished = log.filter(({ type }) => type === 'crawl.finished').map(({ payload }) => payload.runId)
  const ended = runs.filter(({ status }) => status === 'finished').map(({ id }) => id)
  expect(finished.toSorted()).toEqual(ended.toSorted())
}

async function checkPages(domainId: string, log: Logged[]): Promise<void> {
  const pages = await db.query<Record<string, unknown>>(
    `select p.id as page_id, p.url, p.status, p.last_mode as mode, p.error from pages p where p.domain_id = $1`,
    [domainId],
  )
  const lastEvent = new Map<unknown, unknown>()
  for (const { type, payload } of log) {
    if (type !== 'page.update') continue
    expect(payload, 'sent twice').not.toEqual(lastEvent.get(payload.page_id))
    lastEvent.set(payload.page_id, payload)
  }
  expect(pages.length).toBe(lastEvent.size)
  for (const page of pages) expect(lastEvent.get(page.page_id)).toEqual(page)
  const [books] = await db.query<Record<string, unknown>>(
    `select page_count, crawl_state,
       (select count(*) from pages p where p.domain_id = d.id) as pages,
       (select count(*) from runs r where r.domain_id = d.id and r.status = 'running') as active,
       (select count(*) from pages p where p.domain_id = d.id and p.status = 'queued') as queued,
       (select count(*) from pages p where p.domain_id = d.id and p.status = 'queued' and not exists
         (select from runs r where r.domain_id = d.id and r.id = p.run_id and r.status = 'running')) as stray,
       (select count(*) from pages p where p.domain_id = d.id and p.status = 'queued' and not exists
         (select from crawl_lanes l join crawl_hosts h on h.host = l.host
          where l.domain_id = d.id and l.host = p.host and l.due_at is not null)) as forgotten,
       (select count(*) from dead_letters l join pages p on p.domain_id = l.domain_id and p.id = l.page_id
        where l.domain_id = d.id and l.status = 'open' and p.status <> 'failed') as stale_letters
     from domains d where d.id = $1`,
    [domainId],
  )
  expect(books).toMatchObject({ page_count: books?.pages, stray: 0, forgotten: 0, stale_letters: 0 })
  expect(books?.active).toBe(Number(books?.queued) > 0 ? 1 : 0)
  if (books?.crawl_state !== 'paused') expect(books?.crawl_state).toBe(books?.active === 1 ? 'running' : 'idle')
}

/** A refused step changes nothing. */
async function attempt(step: Step, domain: Domain): Promise<void> {
  try {
    await step(domain)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

it('keeps its books, whatever is done', async () => {
  const moments = fc.array(fc.array(steps, { minLength: 1, maxLength: 2 }), {
    minLength: 20,
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(moments, async (list) => {
      const domain = await makeDomain()
      let runs = new Map<string, Run>()
      for (const moment of list) {
        await Promise.all(moment.map((step) => attempt(step, domain)))
        runs = await checkBooks(domain, runs, moment.length === 1)
      }
    }),
    { seed: 20_261_130, numRuns: 15, endOnFailure: true },
  )
}, 120_000)
