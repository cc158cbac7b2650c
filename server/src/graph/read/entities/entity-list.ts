import type { entitySorts } from '@polegraph/contract/graph/graph.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage, type ListedRows, type ListQuery, queryList, readCursor } from '../../../platform/http/keyset.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { type EntityFilter, passes } from './entity-filter.ts'
import { entityColumns, type ShownEntityRow, toEntity } from './entity-rows.ts'
import { selectFacet } from './facets.ts'
import type { FindNames } from './find-names.ts'
import { type Keep, keepNothing } from './kept-counts.ts'
import { type Count, type FindTally, sumOf, type Tally } from './tally.ts'

export interface EntityQuery extends ListQuery, EntityFilter {
  q?: string | undefined
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
  const { rows, is_cut } = await selectEntities(db, moment, query, { sort, found, position })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [sort, row.position, row.id], is_cut)
  const counted = await keep(countsKey(query), () => countAll(db, moment, query, found, find_tally))
  return { entities: page.map(toEntity), ...counted, next_cursor }
}

/** In the order of the ids, as many as fit into an answer. Leaves out those that are not in the graph. */
export async function listEntitiesInOrder(db: Queryable, moment: Moment, ids: string[]) {
  const at = new GraphAt(moment)
  const { rows } = await queryList<ShownEntityRow>(
    db,
    `select ${entityColumns(at)} from unnest(${at.add(ids)}::uuid[]) with ordinality as w (id, place)
     join ${at.entities} e on e.id = w.id order by w.place`,
    at.values,
  )
  return rows.map(toEntity)
}

export type EntitySearch = Omit<EntityQuery, keyof ListQuery | 'sort' | 'facets'>

/** Which of these entities a search finds. `named` are those that have a name like its `q`. */
export async function selectFoundAmong(
  db: Queryable,
  moment: Moment,
  search: EntitySearch,
  ids: string[],
  named: { id: string; score: number }[] | undefined,
): Promise<string[]> {
  const at = new GraphAt(moment)
  const from = matchesOf(at, search, named)
  const rows = await db.query<{ id: string }>(`select e.id ${from} and e.id = any(${at.add(ids)}::uuid[])`, at.values)
  return rows.map(({ id }) => id)
}

/** The query from `from` on: the entities `e` that a search finds. `named` are those that have a name like its `q`. */
export const matchesOf = (at: GraphAt, search: EntitySearch, named: { id: string; score: number }[] | undefined) =>
  matches(at, { ...search, limit: 0 }, named && toColumns(named))

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
  const tally = isKnownInMemory(query) ? await findTally?.(db, moment) : undefined
  const inMemory = tally && countInMemory(tally, query)
  const facets: Record<string, Count[]> = {}
  for (const name of query.facets ?? []) {
    const at = new GraphAt(moment)
    const counted = inMemory?.facets[name]?.slice(0, limits.facet_values)
    facets[name] = counted ?? (await selectFacet(db, at, name, matches(at, query, found), limits.facet_values))
  }
  const total = inMemory?.total ?? (await countEntities(db, moment, query, found))
  return { facets: query.facets ? facets : null, total }
}

function countInMemory(tally: Tally, query: EntityQuery): { total: number; facets: Record<string, Count[]> } {
  const kind = tally.kinds(query)
  const type = query.facets?.includes('type') && tally.typesOfEntities(query)
  return { total: sumOf(kind), facets: { kind, ...(type && { type }) } }
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
): Promise<ListedRows<ShownEntityRow & { position: string }>> {
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
  return queryList(
    db,
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
): Promise<ListedRows<ShownEntityRow & { position: string }>> {
  const counted = at.connectionsOf(matches(at, query, found))
  const [, value, id] = position ?? []
  const after = position ? `where (d.n, d.id) < (${at.add(value)}::integer, ${at.add(id)}::uuid)` : ''
  return queryList(
    db,
    `select ${entityColumns(at)}, d.n::text as position
     from (select d.id, d.n from ${counted} d ${after} order by d.n desc, d.id desc limit ${at.add(query.limit + 1)}) d
     join ${at.entities} e on e.id = d.id order by d.n desc, e.id desc`,
    at.values,
  )
}

/** Whether the index knows all that decides which entities are meant. */
function isKnownInMemory({ q, host, certainty, has = [], attr = {} }: EntityQuery): boolean {
  const isPlain = q === undefined && host === undefined && certainty === undefined
  return isPlain && has.length === 0 && Object.keys(attr).length === 0
}

async function countEntities(db: Queryable, moment: Moment, query: EntityQuery, found: Found | undefined) {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ count: number }>(`select count(*) ${matches(at, query, found)}`, at.values)
  return row?.count ?? 0
}

/** The query from `from` on: entities `e`, and their matches `f`. */
function matches(at: GraphAt, query: EntityQuery, found: Found | undefined): string {
  const conditions = [passes(at, query)]
  for (const field of query.has ?? []) conditions.push(`e.doc -> '${field}' <> 'null'`)
  for (const [key, value] of Object.entries(query.attr ?? {})) {
    conditions.push(`lower(e.doc -> 'attributes' ->> ${at.add(key)}) = lower(${at.add(value)})`)
  }
  const foundJoin = found
    ? `join unnest(${at.add(found.ids)}::uuid[], ${at.add(found.scores)}::double precision[]) as f (id, score) on f.id = e.id`
    : ''
  return `from ${at.entities} e ${foundJoin} where ${conditions.join(' and ')}`
}
