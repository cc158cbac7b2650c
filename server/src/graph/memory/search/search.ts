import type { Certainty } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { entityColumns, type ShownEntityRow, toEntity } from '../../read/entities/entity-rows.ts'
import type { FindNames } from '../../read/entities/find-names.ts'
import { GraphAt, type Moment } from '../../read/moment/graph-at.ts'
import { GraphIndex, type IndexedEntity } from '../index/graph-index.ts'
import type { GraphIndexes } from '../load/graph-indexes.ts'
import { selectPassing } from '../load/queries.ts'
import { comparedForAll, findNodes, type NodeSearch } from './find-nodes.ts'
import { findPassages } from './passages.ts'

export interface SearchQuery {
  q: string
  kind?: string[] | undefined
  certainty?: Certainty[] | undefined
  limit: number
}

/**
 * The names of so many of the best entities are looked for in pages too: pages spell a name right where a question does
 * not.
 */
const namesInPages = 5
/** Only entities with a name like the question. */
const leastScoreInPages = 0.5

/** Cuts a question to the length that is read. */
export const cutQuestion = (question: string) => question.slice(0, 500).toWellFormed()

/** Finds entities by their names, and passages of pages about them. */
export async function search(db: Queryable, indexes: GraphIndexes, moment: Moment, query: SearchQuery) {
  const { certainty } = query
  const stated = certainty && new Set(await selectPassing(db, moment, { certainty }))
  const index = await indexes.at(db, moment)
  const isOfKind = query.kind && index.kindFilter(query.kind)
  const isWanted = stated ? (node: number) => stated.has(index.idOf(node)) && (isOfKind?.(node) ?? true) : isOfKind
  const hits = findNodes(index, query.q, { isWanted, limit: query.limit })
  const ids = hits.map(({ node }) => index.idOf(node))
  const named = hits.slice(0, namesInPages).filter(({ score }) => score >= leastScoreInPages)
  const [entities, passages] = await Promise.all([
    listEntitiesById(db, moment, ids),
    findPassages(db, moment, {
      words: cutQuestion(query.q),
      entities: named.map(({ node }, at) => ({ id: ids[at] as string, name: index.nameOf(node) })),
      kind: query.kind,
      among: stated,
      limit: query.limit,
    }),
  ])
  return { entities, passages }
}

/** In the order of the ids. Leaves out entities that have left the graph since the index was read. */
export async function listEntitiesById(db: Queryable, moment: Moment, ids: string[]) {
  const rows = await selectEntitiesById(db, moment, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toEntity)
}

function selectEntitiesById(db: Queryable, moment: Moment, ids: string[]): Promise<ShownEntityRow[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select ${entityColumns(at)} from ${at.entities} e where e.id = any(${at.add(ids)}::uuid[])`,
    at.values,
  )
}

/** For lists: all similar names, with the numbers by which they are ordered. */
export function findNamesBy(
  indexes: GraphIndexes,
  { ignores_relationships = false }: Pick<NodeSearch, 'ignores_relationships'> = {},
): FindNames {
  return async (db, moment, question) => {
    const index = await indexes.at(db, moment)
    const hits = findNodes(index, question, { limit: comparedForAll, ignores_relationships })
    return hits.map(({ node, place }) => ({ id: index.idOf(node), score: place }))
  }
}

/** The same search in a few entities that need not be in the graph any more. */
export function findNamesAmong(entities: { id: string; doc: IndexedEntity }[], question: string) {
  const index = new GraphIndex({ is_weighed: true })
  for (const { id, doc } of entities) {
    index.apply({ type: 'entity', id, doc })
    index.weigh({ type: 'entity', id, confidence: 1 })
  }
  return findNodes(index, question, { limit: comparedForAll }).map(({ node, place }) => ({
    id: index.idOf(node),
    score: place,
  }))
}
