import type { entitySorts } from '@polegraph/contract/graph.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { cutPage, type ListQuery, readCursor } from '../../platform/http/keyset.ts'
import { entityColumns, type ShownEntityRow, toEntity } from './entity-rows.ts'
import { selectFacet } from './facets.ts'
import type { FindNames } from './find-names.ts'
import { GraphAt, type Moment } from './graph-at.ts'
import { type Keep, keepNothing } from './kept-counts.ts'
import { type Count, type FindTally, sumOf, type Tally } from './tally.ts'

export interface EntityQuery extends ListQuery {
  q?: string | undefined
  kind?: string[] | undefined
  host?: string | undefined
  min_confidence?: number | undefined
  has?: ('when' | 'where')[] | undefined
  sort?: (typeof entitySorts)[number] | undefined
  facets?: string[] | undefined
  attr?: Record<string, string> | undefined
}

interface Found {
  ids: string[]
  scores: number[]
}

type Sort = 'name' | 'updated' | 'connections' | 'relevance'

/** The first column of each order, its type, and its direction. The id follows as second column. */
const orders = {
  name: { column: 'e.name_sort', type: 'text', kind: 'text', descending: false },
  updated: { column: 'e.updated_at', type: 'timestamptz', kind: 'time', descending: true },
  connections: { column: 'e.relationship_count', type: 'integer', kind: 'number', descending: true },
  relevance: { column: 'f.score', type: 'double precision', kind: 'real', descending: true },
} as const

export async function listEntities(
  db: Queryable,
  find: FindNames,
  moment: Moment,
  query: EntityQuery,
  { keep = keepNothing, find_tally }: { keep?: Keep; find_tally?: FindTally } = {},
) {
  const sort = sortOf(query)
  const position = readCursor(query.cursor, [{ is: sort }, orders[sort].kind, 'id'])
  const found = query.q === undefined ? undefined : toColumns(await find(db, moment, query.q))
  const rows = await selectEntities(db, moment, query, { sort, found, position })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [sort, row.position, row.id])
  const counted = await keep(countsKey(query), () => countAll(db, moment, query, found, find_tally))
  return { entities: page.map(toEntity), ...counted, next_cursor }
}

/** What the counts depend on. */
function countsKey({ limit: _limit, cursor: _cursor, sort: _sort, ...filters }: EntityQuery): string {
  return `entities ${JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)))}`
}

async function countAll(
  db: Queryable,
  moment: Moment,
  query: EntityQuery,
  found: Found | undefined,
  findTally: FindTally | undefined,
) {
  const tally = isByKindOnly(query) ? await findTally?.(db, moment) : undefined
  const inMemory = tally && countInMemory(tally, query)
  const facets: Record<string, Count[]> = {}
  for (const name of query.facets ?? []) {
    const at = new GraphAt(moment)
    const counted = name === 'type' ? inMemory?.types : undefined
    facets[name] = counted ?? (await selectFacet(db, at, name, matches(at, query, found), limits.facet_values))
  }
  const total = inMemory?.total ?? (await countEntities(db, moment, query, found))
  return { facets: query.facets ? facets : null, total }
}

function countInMemory(tally: Tally, { kind, facets }: EntityQuery) {
  const isMeant = ({ value }: Count) => kind?.includes(value) ?? true
  return {
    total: sumOf(tally.kinds().filter(isMeant)),
    types: facets?.includes('type') ? tally.typesOfEntities(kind).slice(0, limits.facet_values) : undefined,
  }
}

/** Without `q`, the best connected entities are the most relevant. */
function sortOf({ q, sort }: EntityQuery): Sort {
  if (q !== undefined) return sort ?? 'relevance'
  return sort === 'relevance' ? 'connections' : (sort ?? 'name')
}

const toColumns = (found: { id: string; score: number }[]): Found => ({
  ids: found.map(({ id }) => id),
  scores: found.map(({ score }) => score),
})

function selectEntities(
  db: Queryable,
  moment: Moment,
  query: EntityQuery,
  { sort, found, position }: { sort: Sort; found: Found | undefined; position: string[] | undefined },
): Promise<(ShownEntityRow & { position: string })[]> {
  const at = new GraphAt(moment)
  if (sort === 'connections' && !at.isLive) return selectBestConnectedThen(db, at, query, found, position)
  const { type, descending, column } = orders[sort]
  const direction = descending ? 'desc' : 'asc'
  const from = matches(at, query, found)
  const [, value, id] = position ?? []
  const after = position
    ? `and (${column}, e.id) ${descending ? '<' : '>'} (${at.add(value)}::${type}, ${at.add(id)}::uuid)`
    : ''
  // A timestamp in its wire form, so that a cursor can hold it.
  const shown =
    sort === 'updated' ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : `${column}::text`
  return db.query(
    `select ${entityColumns(at)}, ${shown} as position ${from} ${after}
     order by ${column} ${direction}, e.id ${direction} limit ${at.add(query.limit + 1)}`,
    at.values,
  )
}

function selectBestConnectedThen(
  db: Queryable,
  at: GraphAt,
  query: EntityQuery,
  found: Found | undefined,
  position: string[] | undefined,
): Promise<(ShownEntityRow & { position: string })[]> {
  const counted = at.connectionsOf(matches(at, query, found))
  const [, value, id] = position ?? []
  const after = position ? `where (d.n, d.id) < (${at.add(value)}::integer, ${at.add(id)}::uuid)` : ''
  return db.query(
    `select ${entityColumns(at)}, d.n::text as position
     from (select d.id, d.n from ${counted} d ${after} order by d.n desc, d.id desc limit ${at.add(query.limit + 1)}) d
     join ${at.entities} e on e.id = d.id order by d.n desc, e.id desc`,
    at.values,
  )
}

/** Whether the kind alone decides which entities are meant: the index knows no more of them. */
function isByKindOnly(query: EntityQuery): boolean {
  const { q, host, min_confidence, has = [] } = query
  const isChosen = [q, host, min_confidence].some((filter) => filter !== undefined)
  return !isChosen && has.length === 0 && Object.keys(query.attr ?? {}).length === 0
}

async function countEntities(db: Queryable, moment: Moment, query: EntityQuery, found: Found | undefined) {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ count: number }>(`select count(*) ${matches(at, query, found)}`, at.values)
  return row?.count ?? 0
}

/** The query from `from` on: entities `e`, and their matches `f`. */
function matches(at: GraphAt, query: EntityQuery, found: Found | undefined): string {
  const conditions = ['true']
  const { kind, host, min_confidence, has = [] } = query
  if (kind) conditions.push(`e.kind = any(${at.add(kind)}::text[])`)
  if (min_confidence !== undefined) conditions.push(at.isSure(min_confidence))
  for (const field of has) conditions.push(`e.doc -> '${field}' <> 'null'`)
  for (const [key, value] of Object.entries(query.attr ?? {})) {
    conditions.push(`lower(e.doc -> 'attributes' ->> ${at.add(key)}) = lower(${at.add(value)})`)
  }
  if (host !== undefined) {
    // Hosts have their port, unless it is the default one; a name without a port means all of them.
    const named = `${at.add(host)}::text`
    conditions.push(
      `e.id in (select h.entity_id from ${at.hosts} h where h.host = ${named} or starts_with(h.host, ${named} || ':'))`,
    )
  }
  const foundJoin = found
    ? `join unnest(${at.add(found.ids)}::uuid[], ${at.add(found.scores)}::double precision[]) as f (id, score) on f.id = e.id`
    : ''
  return `from ${at.entities} e ${foundJoin} where ${conditions.join(' and ')}`
}
