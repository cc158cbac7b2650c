import type { WatchQuery } from '@polegraph/contract/events/watches.ts'
import type { ChangedThing, Narrow } from '../../graph/events/read-graph-events.ts'
import type { IndexedEntity } from '../../graph/memory/index/graph-index.ts'
import { findNamesAmong } from '../../graph/memory/search/search.ts'
import { type EntitySearch, selectFoundAmong } from '../../graph/read/entities/entity-list.ts'
import type { FindNames } from '../../graph/read/entities/find-names.ts'
import { GraphAt, type Moment } from '../../graph/read/moment/graph-at.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  type Concerned,
  selectConcerned,
  selectHeads,
  selectShownRelationships,
  selectWatched,
  type Watched,
} from './queries.ts'

// Whether changes are news of a watch. A saved search is the list of entities with its filters, asked about the entities of these
// changes alone: who is in it is who is found now. One that has left the graph is asked about as it was when it left.

/** A watch, ready to choose among the changes up to `graph_seq`. */
export interface OpenWatch extends Watched {
  domain_id: string
  graph_seq: number
  /** Changes up to this one may have been forgotten. */
  history_seq: number
  isNews: Narrow
}

/** Undefined when the domain has no such watch. */
export async function openWatch(
  db: Queryable,
  findNames: FindNames,
  domainId: string,
  watchId: string,
): Promise<OpenWatch | undefined> {
  const watch = await selectWatched(db, domainId, watchId)
  if (!watch) return undefined
  const moment = { domain_id: domainId, as_of: undefined, graph_seq: watch.graph_seq }
  const isIn = watch.query
    ? inSearch(moment, searchOf(watch.query), watch.query.q && (await findNames(db, moment, watch.query.q)))
    : amongEntities(domainId, watch.entity_ids ?? [])
  return {
    ...watch,
    domain_id: domainId,
    isNews: async (db, changes) => {
      const concerned = await concernedBy(db, domainId, changes)
      const wanted = await isIn(db, concerned)
      const ids = new Set(concerned.flatMap((one) => (wanted.has(one.head_id) ? one.id : [])))
      return changes.filter(({ id }) => ids.has(id))
    },
  }
}

/** Leaves out what is about entities that are not in the graph now, and relationships that are not, unless that is the news. */
export function ofShown(domainId: string): Narrow {
  return async (db, changes) => {
    const concerned = await concernedBy(db, domainId, changes)
    const hidden = new Set(concerned.flatMap(({ id, is_shown }) => (is_shown ? [] : id)))
    const known = new Set(concerned.map(({ id }) => id))
    const still = changes.flatMap(({ type, id, change }) =>
      type === 'relationship' && (change === 'entered' || change === 'changed') ? id : [],
    )
    const shown = new Set(still.length > 0 ? await selectShownRelationships(db, domainId, [...new Set(still)]) : [])
    const gone = new Set(still.filter((id) => !shown.has(id)))
    return changes.filter(({ id, change }) => {
      const isGone = gone.has(id) && (change === 'entered' || change === 'changed')
      return known.has(id) && !hidden.has(id) && !isGone
    })
  }
}

function concernedBy(db: Queryable, domainId: string, changes: ChangedThing[]): Promise<Concerned[]> {
  const idsOf = (wanted: ChangedThing['type']) => [
    ...new Set(changes.flatMap(({ type, id }) => (type === wanted ? id : []))),
  ]
  const [entities, relationships] = [idsOf('entity'), idsOf('relationship')]
  if (changes.length === 0) return Promise.resolve([])
  return selectConcerned(db, domainId, { entities, relationships })
}

/** The heads among those concerned that a watch has. */
type IsIn = (db: Queryable, concerned: Concerned[]) => Promise<ReadonlySet<string>>

/** Who watches an entity goes on when it is merged into another, with all that happens to that one. */
function amongEntities(domainId: string, ids: string[]): IsIn {
  return async (db, concerned) => (concerned.length === 0 ? new Set() : new Set(await selectHeads(db, domainId, ids)))
}

const searchOf = ({ q, kinds, types, certainty, host, min_confidence, attributes }: WatchQuery): EntitySearch => ({
  ...{ q, kind: kinds, type: types, certainty, host, min_confidence, attr: attributes },
})

type Named = { id: string; score: number }[]

function inSearch(moment: Moment, search: EntitySearch, named: Named | '' | undefined): IsIn {
  return async (db, concerned) => {
    const shown = [...new Set(concerned.flatMap(({ head_id, is_shown }) => (is_shown ? head_id : [])))]
    const found = shown.length > 0 ? await selectFoundAmong(db, moment, search, shown, named || undefined) : []
    const left = Map.groupBy(
      concerned.filter(({ left_at }) => left_at !== null),
      ({ left_at }) => left_at as string,
    )
    for (const [at, some] of left) {
      const ids = [...new Set(some.map(({ head_id }) => head_id))]
      found.push(...(await foundWhenLast(db, { ...moment, as_of: momentBefore(at) }, search, ids)))
    }
    return new Set(found)
  }
}

const momentBefore = (time: string) => new Date(Date.parse(time) - 1).toISOString()

/** Those that the search would have found at an earlier time. A graph of then is not loaded for their names: they are compared alone. */
async function foundWhenLast(db: Queryable, moment: Moment, search: EntitySearch, ids: string[]): Promise<string[]> {
  if (search.q === undefined) return selectFoundAmong(db, moment, search, ids, undefined)
  const at = new GraphAt(moment)
  const entities = await db.query<{ id: string; doc: IndexedEntity }>(
    `select e.id, e.doc from ${at.entities} e where e.id = any(${at.add(ids)}::uuid[])`,
    at.values,
  )
  return selectFoundAmong(db, moment, search, ids, findNamesAmong(entities, search.q))
}
