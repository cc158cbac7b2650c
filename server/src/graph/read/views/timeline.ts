import type { bucketSizes } from '@polegraph/contract/graph/graph-views.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage, type ListedRows, type ListQuery, queryList, readCursor } from '../../../platform/http/keyset.ts'
import { standingFor } from '../entities/entities.ts'
import { type EntityFilter, passes } from '../entities/entity-filter.ts'
import { entityColumns, type ShownEntityRow, toEntity } from '../entities/entity-rows.ts'
import { dayText, hasWhen, readSpan, type TimeSpan, within } from '../entities/time-span.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'

export interface TimelineQuery extends ListQuery, EntityFilter {
  entity?: string | undefined
  bucket?: 'auto' | (typeof bucketSizes)[number] | undefined
}

const bucketDays = { day: 1, week: 7, month: 30.4, year: 365.2, decade: 3652, century: 36_524 } as const
type Bucket = keyof typeof bucketDays
/** As many bars as fit into a chart. */
const bucketsWanted = 60

export async function getTimeline(db: Queryable, moment: Moment, query: TimelineQuery) {
  const position = readCursor(query.cursor, [{ is: 'start' }, 'maybe_integer', 'id'])
  const span = readSpan(query)
  const entity = query.entity === undefined ? undefined : await standingFor(db, moment, query.entity)
  const { kind, type, host, min_confidence } = query
  const filter = { kind, type, host, min_confidence, entity }
  const { rows, is_cut } = await selectItems(db, moment, filter, span, position, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => ['start', row.position, row.id], is_cut)
  const bucket = await chooseBucket(db, moment, filter, span, query.bucket ?? 'auto')
  return {
    items: page.map(toEntity),
    bucket,
    buckets: await selectBuckets(db, moment, filter, span, bucket),
    undated: await countUndated(db, moment, filter),
    next_cursor,
  }
}

/** Without the span: what has no time is counted whatever the span is. */
interface Filter extends Omit<EntityFilter, 'from' | 'to'> {
  entity: string | undefined
}

/** With `entity`, that one and its direct neighbours. */
function matches(at: GraphAt, { entity, ...filter }: Filter): string {
  const conditions = [passes(at, filter)]
  if (entity !== undefined) {
    const id = `${at.add(entity)}::uuid`
    conditions.push(`e.id in (select ${id} union all select r.to_entity from ${at.relationships} r where r.from_entity = ${id}
      union all select r.from_entity from ${at.relationships} r where r.to_entity = ${id})`)
  }
  return conditions.join(' and ')
}

/** In the order of their first days; entities without one come last. */
function selectItems(
  db: Queryable,
  moment: Moment,
  filter: Filter,
  span: TimeSpan,
  position: string[] | undefined,
  limit: number,
): Promise<ListedRows<ShownEntityRow & { position: string }>> {
  const at = new GraphAt(moment)
  const conditions = [matches(at, filter), within(at, span)]
  if (position) conditions.push(after(at, position[1] as string, position[2] as string))
  return queryList(
    db,
    `select ${entityColumns(at)}, coalesce(e.when_start::text, '') as position from ${at.entities} e
     where ${conditions.join(' and ')} order by e.when_start, e.id limit ${at.add(limit)}`,
    at.values,
  )
}

function after(at: GraphAt, start: string, id: string): string {
  const sign = `${at.add(id)}::uuid`
  if (start === '') return `e.when_start is null and e.id > ${sign}`
  return `((e.when_start, e.id) > (${at.add(start)}::integer, ${sign}) or e.when_start is null)`
}

/** A day in the year 4599 BC, the first century that the database can represent, and the last day of 9999. */
const firstDay = -2_399_000
const lastDay = 2_932_896

/** The day that an entity is counted on: for one that began before the span, the first day of the span. */
function countedDay(at: GraphAt, { from, to }: TimeSpan): string {
  const clamp = (day: number) => Math.min(Math.max(day, firstDay), lastDay)
  const [first, last] = [at.add(clamp(from ?? firstDay)), at.add(clamp(to ?? lastDay))]
  return `least(greatest(coalesce(e.when_start, e.when_end), ${first}::integer), ${last}::integer)`
}

async function chooseBucket(db: Queryable, moment: Moment, filter: Filter, span: TimeSpan, asked: 'auto' | Bucket) {
  const at = new GraphAt(moment)
  const day = countedDay(at, span)
  const [row] = await db.query<{ first: number | null; last: number | null }>(
    `select min(${day}) as first, max(${day}) as last from ${at.entities} e
     where ${matches(at, filter)} and ${within(at, span)}`,
    at.values,
  )
  const days = (row?.last ?? 0) - (row?.first ?? 0) + 1
  const most = asked === 'auto' ? bucketsWanted : limits.timeline_buckets
  const sizes = Object.keys(bucketDays) as Bucket[]
  const allowed = asked === 'auto' ? sizes : sizes.slice(sizes.indexOf(asked))
  return allowed.find((size) => days / bucketDays[size] <= most) ?? 'century'
}

async function selectBuckets(db: Queryable, moment: Moment, filter: Filter, span: TimeSpan, bucket: Bucket) {
  const at = new GraphAt(moment)
  const day = `date '1970-01-01' + ${countedDay(at, span)}`
  const rows = await db.query<{ start: number; count: number }>(
    `select date_trunc(${at.add(bucket)}, (${day})::timestamp)::date - date '1970-01-01' as start, count(*)
     from ${at.entities} e where ${matches(at, filter)} and ${within(at, span)}
     group by 1 order by 1 limit ${at.add(limits.timeline_buckets + 1)}`,
    at.values,
  )
  return rows.map(({ start, count }) => ({ start: dayText(start), count }))
}

async function countUndated(db: Queryable, moment: Moment, filter: Filter): Promise<number> {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ count: number }>(
    `select count(*) from ${at.entities} e where ${matches(at, filter)} and (${hasWhen}) is not true`,
    at.values,
  )
  return row?.count ?? 0
}
