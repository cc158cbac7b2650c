import { settleAbandoned } from '../../src/budget/budget.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { findDanglingRows } from '../support/graph/dangling-rows.ts'
import type { Fault } from './draw-play.ts'
import type { PlayClock } from './play-clock.ts'
import type { Played } from './run-play.ts'

// What a play has left: what must hold after any, and what must be the same with faults and without.

export interface Judged {
  /** What does not hold. */
  wrong: string[]
  /** Lines that must be those of the same play without faults, whatever happened. */
  left: string[]
  happened: number
}

const log = createLog({ level: 'silent' })
/** When a reservation counts as abandoned. */
const abandonedMs = 700_000

export async function judgePlay(
  played: Played,
  parts: { db: Database; clock: PlayClock; hasFaults: boolean },
): Promise<Judged> {
  const { db, clock } = parts
  const wrong: string[] = []
  const check = async (what: string, statement: string) => {
    const rows = await db.query(statement, [played.domain_id])
    if (rows.length > 0) wrong.push(`${what}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  // Only what ended in the midst of a call may have left its reservation to the sweep.
  if (!played.happened.some(breaksOff)) await check('a reservation was left behind', selectReservations)
  clock.advance(abandonedMs)
  await settleAbandoned(db, clock.now(), log)
  for (const [what, statement] of Object.entries(mustBeEmpty)) await check(what, statement)
  for (const line of await findDanglingRows(db)) wrong.push(line)
  await checkDeliveries(played, db, wrong)
  await checkSpend(played, { db, hasFaults: parts.hasFaults, wrong })
  const left = [...(await graphLines(played, wrong)), ...(await rowLines(played, db)), ...played.answers]
  return { wrong, left, happened: played.happened.length }
}

const selectReservations = 'select amount_usd from budget_reservations where domain_id = $1'

/** Whether it may have ended a process, or what a process wanted to write. */
const breaksOff = ({ do: what }: Fault) => !['web', 'model', 'receiver'].includes(what)

/** Statements that find what may not be, about one domain. */
const mustBeEmpty = {
  'ids of events have a gap': `select l.last_id, count(e.id) as events from event_logs l left join events e on e.domain_id = l.domain_id
     where l.domain_id = $1 group by l.last_id having count(e.id) <> l.last_id or coalesce(max(e.id), 0) <> l.last_id`,
  'a run does not end': `select id, status from runs where domain_id = $1 and status <> 'finished'`,
  'the end of a run was not told once': `select r.id, count(e.id) from runs r left join events e on e.domain_id = r.domain_id
     and e.type = 'crawl.finished' and e.payload ->> 'run_id' = r.id::text
     where r.domain_id = $1 group by r.id having count(e.id) <> 1`,
  'a run has not ended all its pages': `select id, pages_total, pages_done from runs where domain_id = $1 and pages_done <> pages_total`,
  'the last run counts other pages than there are': `select r.pages_total, r.pages_failed, r.pages_skipped, c.* from
     (select * from runs where domain_id = $1 order by id desc limit 1) r,
     lateral (select count(*) as total, count(*) filter (where p.status = 'failed') as failed,
       count(*) filter (where p.status = 'skipped') as skipped
       from pages p where p.domain_id = $1 and p.run_id = r.id) c
     where r.pages_total <> c.total or r.pages_failed <> c.failed or r.pages_skipped <> c.skipped`,
  'a page was not told to be queued as often as ended': `select payload ->> 'url' as url,
     count(*) filter (where payload ->> 'status' = 'queued') as queued, count(*) filter (where payload ->> 'status' <> 'queued') as ended
     from events where domain_id = $1 and type = 'page.update' group by 1
     having count(*) filter (where payload ->> 'status' = 'queued') <> count(*) filter (where payload ->> 'status' <> 'queued')`,
  // More may have been told: a page that is queued again in the run that it has ended in is one page of the run.
  'runs say of more pages that they ended than were told': `select (select sum(pages_done) from runs where domain_id = $1) as done,
     count(*) as told from events where domain_id = $1 and type = 'page.update' and payload ->> 'status' <> 'queued'
     having count(*) < (select sum(pages_done) from runs where domain_id = $1)`,
  'the domain counts other pages than it has': `select page_count from domains d where id = $1
     and page_count <> (select count(*) from pages p where p.domain_id = d.id)`,
  'a page that was read has no text': `select p.url, p.status from pages p
     left join page_texts t on t.domain_id = p.domain_id and t.page_id = p.id
     where p.domain_id = $1 and p.status = 'extracted' and t.page_id is null`,
  'money is still reserved': `select reserved_usd from budget_months where domain_id = $1 and reserved_usd <> 0
     union all select amount_usd from budget_reservations where domain_id = $1`,
  'spend and usage differ': `select b.spent_usd, (select sum(spend_usd) from model_usage where domain_id = $1) as used
     from (select sum(spent_usd) as spent_usd from budget_months where domain_id = $1) b
     where b.spent_usd is distinct from (select sum(spend_usd) from model_usage where domain_id = $1)`,
  'a delivery was given up or waits': `select event_type, status, attempts from webhook_deliveries where domain_id = $1 and status <> 'delivered'`,
  'an event has no delivery, or more than one': `select e.id, e.type, count(d.id) from events e
     left join webhook_deliveries d on d.domain_id = e.domain_id and d.event_id = e.id and d.event_type = e.type
     where e.domain_id = $1 and e.type in ('page.update', 'crawl.finished')
     and e.created_at > (select max(created_at) from webhooks where domain_id = $1)
     group by e.id, e.type having count(d.id) <> 1`,
  'a delivery of the graph tells changes that another has told': `select * from (
       select d.graph_since, lag(d.event_id) over (order by d.event_id) as before from webhook_deliveries d
       where d.domain_id = $1 and d.graph_since is not null) of
     where graph_since is distinct from before and before is not null and graph_since < before`,
  'a claim is of a page that is no more': `select c.id from claims c join pages p on p.domain_id = c.domain_id and p.id = c.page_id
     where c.domain_id = $1 and c.retracted_at is null and p.status = 'failed'`,
}

async function checkDeliveries({ domain_id, world }: Played, db: Database, wrong: string[]): Promise<void> {
  const accepted = new Map(world.accepted.map(({ id, body }) => [id, body]))
  for (const { id, body } of world.accepted) {
    if (accepted.get(id) !== body) wrong.push(`delivery ${id} came with two bodies`)
  }
  const rows = await db.query<{ id: string; event_type: string }>(
    `select id, event_type from webhook_deliveries where domain_id = $1 and status = 'delivered'`,
    [domain_id],
  )
  const lost = rows.filter(({ id }) => !accepted.has(id))
  if (lost.length > 0)
    wrong.push(`${lost.length} deliveries are called delivered and never came: ${lost[0]?.event_type}`)
}

/** What the model has answered is paid for; what only a fault explains may come on top. */
async function checkSpend(
  { domain_id, world }: Played,
  { db, hasFaults, wrong }: { db: Database; hasFaults: boolean; wrong: string[] },
): Promise<void> {
  const [row] = await db.query<{ micros: number | null }>(
    'select (sum(spent_usd) * 1000000)::bigint as micros from budget_months where domain_id = $1',
    [domain_id],
  )
  const spent = Number(row?.micros ?? 0)
  const billed = world.billed()
  if (spent < billed) wrong.push(`the model billed ${billed} micro-dollars, of which ${spent} are in the books`)
  if (!hasFaults && spent !== billed) wrong.push(`the model billed ${billed} micro-dollars, the books say ${spent}`)
}

/** The graph without ids and times, which differ. */
async function graphLines({ domain_id, get }: Played, wrong: string[]): Promise<string[]> {
  const path = `/v1/domains/${domain_id}`
  const { entities } = (await get(`${path}/entities?limit=500`)).body
  const { relationships } = (await get(`${path}/relationships?limit=500`)).body
  const { nodes, edges } = (await get(`${path}/graph?limit=5000`)).body
  const inMemory = `${nodes.length} and ${edges.length}`
  const inRows = `${entities.length} and ${relationships.length}`
  if (inMemory !== inRows) wrong.push(`in memory are ${inMemory} entities and relationships, in rows ${inRows}`)
  const ends = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`
  const without = ['id', 'merged_from', 'first_seen_at', 'last_seen_at', 'created_at', 'updated_at']
  const line = (one: object) => JSON.stringify(Object.entries(one).filter(([field]) => !without.includes(field)))
  return [
    ...entities.map((one: object) => `entity ${line(one)}`),
    ...relationships.map(
      (one: { from: never; to: never }) => `relationship ${line({ ...one, from: ends(one.from), to: ends(one.to) })}`,
    ),
  ].toSorted()
}

async function rowLines({ domain_id, get }: Played, db: Database): Promise<string[]> {
  const { audit } = (await get(`/v1/domains/${domain_id}/audit?limit=500`)).body
  const pages = await db.query<{ url: string; status: string }>(
    'select url, status from pages where domain_id = $1 order by url collate "C"',
    [domain_id],
  )
  const [sources] = await db.query<{ n: number }>('select count(*) as n from sources where domain_id = $1', [domain_id])
  return [
    ...pages.map(({ url, status }) => `page ${url} ${status}`),
    `${sources?.n} sources`,
    `audit ${audit.map(({ action }: { action: string }) => action).join()}`,
  ]
}
