import type { ReconciliationQuery } from '@polegraph/contract/graph/reconcile.ts'
import type { GraphIndex } from '../graph/memory/index/graph-index.ts'
import type { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNodes } from '../graph/memory/search/find-nodes.ts'
import { cutQuestion } from '../graph/memory/search/search.ts'
import { shortHash } from '../graph/store/resolve/short-hash.ts'
import type { Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { Turns } from '../platform/turns.ts'
import { blockingKeys } from '../resolution/blocking-keys.ts'
import { compareWithEntity, type GivenProperty, readProperties } from './compare-query.ts'
import { isEntityId } from './entity-id.ts'
import { relationshipType } from './property-values.ts'
import { type FoundEntity, type Related, selectAskedEntities, selectIdsByKey, selectRelated } from './queries.ts'
import { type ReconciledEntity, rankCandidates } from './rank-candidates.ts'
import { type ReconcileScope, visibleTo } from './scope.ts'

// Answers a batch of queries. Names are found in the index in memory; what the whole batch needs of the database is read in
// at most three statements.

/** Among fewer, a namesake could be overlooked. */
const leastCompared = 12
const limitDefault = 10
const limitMax = 100
/** What all queries of a batch may take of the event loop. */
const longestMs = 20_000

interface Asked {
  name: string | undefined
  kinds: string[]
  limit: number
  properties: GivenProperty[]
  /** Scores of names, by the id of the entity. */
  found: Map<string, number>
}

export async function reconcileBatch(
  db: Queryable,
  indexes: GraphIndexes,
  scope: ReconcileScope,
  batch: Record<string, ReconciliationQuery>,
): Promise<Record<string, { result: ReconciledEntity[] }>> {
  const index = await indexes.at(db, scope.moment)
  const turns = new Turns(longestMs)
  const asked = new Map<string, Asked>()
  for (const [key, query] of Object.entries(batch)) {
    if ((await turns.next()) === false) throw fail('took_too_long', { headers: { 'retry-after': '30' } })
    asked.set(key, readQuery(index, scope, query))
  }
  if (scope.has_facts) await findByIds(db, scope, [...asked.values()])
  const { entities, related } = await readEntities(db, scope, [...asked.values()])
  const answers: Record<string, { result: ReconciledEntity[] }> = Object.create(null)
  for (const [key, one] of asked) {
    if ((await turns.next()) === false) throw fail('took_too_long', { headers: { 'retry-after': '30' } })
    answers[key] = { result: answerOne(one, entities, related) }
  }
  return answers
}

function readQuery(index: GraphIndex, { has_relationships }: ReconcileScope, query: ReconciliationQuery): Asked {
  const name = query.query === undefined ? undefined : cutQuestion(query.query).trim()
  const kinds = [query.type ?? []].flat().filter((kind) => kind !== '')
  const limit = Math.min(Math.floor(query.limit ?? limitDefault), limitMax)
  const found = new Map<string, number>()
  if (name && isEntityId(name)) found.set(name.toLowerCase(), 1)
  const isWanted = kinds.length > 0 ? index.kindFilter(kinds) : undefined
  const search = { isWanted, limit: Math.max(limit, leastCompared), ignores_relationships: !has_relationships }
  const hits = name ? findNodes(index, name, search) : []
  for (const { node, score } of hits) found.set(index.idOf(node), score)
  return { name, kinds, limit, properties: readProperties(query), found }
}

/** The keys by which the resolver finds who has an id in a register. */
function registerKeys({ property, texts }: GivenProperty): string[] {
  const register = /^external_ids\.(.+)$/.exec(property)?.[1]
  if (register === undefined) return []
  return blockingKeys({ kind: '', names: [], urls: [], external_ids: { [register]: texts } }).strong.map(shortHash)
}

/** An id in a register finds its entity, whatever its name is. */
async function findByIds(db: Queryable, { moment }: ReconcileScope, asked: Asked[]): Promise<void> {
  const keysOf = ({ properties }: Asked) => properties.flatMap(registerKeys)
  const keys = [...new Set(asked.flatMap(keysOf))]
  if (keys.length === 0) return
  const byKey = Map.groupBy(await selectIdsByKey(db, moment, keys), ({ key }) => key)
  for (const one of asked) {
    for (const { id } of keysOf(one).flatMap((key) => byKey.get(key) ?? [])) {
      if (!one.found.has(id)) one.found.set(id, 0)
    }
  }
}

async function readEntities(db: Queryable, scope: ReconcileScope, asked: Asked[]) {
  const ids = [...new Set(asked.flatMap(({ found }) => [...found.keys()]))]
  const rows = ids.length === 0 ? [] : await selectAskedEntities(db, scope.moment, ids)
  const entities = new Map(rows.map((row) => [row.asked, { ...row, doc: visibleTo(scope, row.doc) }]))
  const types = asked.flatMap(({ properties }) =>
    properties.flatMap(({ property }) => relationshipType(property) ?? []),
  )
  const isRelated = types.length > 0 && rows.length > 0 && scope.has_relationships
  const related = isRelated
    ? await selectRelated(
        db,
        scope.moment,
        rows.map(({ id }) => id),
        [...new Set(types)],
      )
    : []
  return { entities, related: Map.groupBy(related, ({ entity_id }) => entity_id) }
}

function answerOne(
  asked: Asked,
  entities: Map<string, FoundEntity>,
  related: Map<string, Related[]>,
): ReconciledEntity[] {
  const compared = [...asked.found].flatMap(([found, name_score]) => {
    const entity = entities.get(found)
    if (!entity || (asked.kinds.length > 0 && !asked.kinds.includes(entity.doc.kind))) return []
    const { id, doc } = entity
    const isNamedById = asked.name?.toLowerCase() === found
    return [{ ...compareWithEntity(asked, doc, related.get(id) ?? []), id, doc, name_score, isNamedById }]
  })
  return rankCandidates(compared, asked.limit)
}
