import type { Queryable } from '../../platform/db/database.ts'
import { entityColumns, type ShownEntityRow, toEntity } from '../read/entity-rows.ts'
import type { FindNames } from '../read/find-names.ts'
import { GraphAt, type Moment } from '../read/graph-at.ts'
import { comparedForAll, findNodes } from './find-nodes.ts'
import type { GraphIndexes } from './graph-indexes.ts'
import { findPassages } from './passages.ts'

export interface SearchQuery {
  q: string
  kind?: string[] | undefined
  limit: number
}

/** Names of this many of the best are looked for in pages too: a page does not make the same mistake. */
const namesInPages = 5
/** Only what is written like the question. */
const leastScoreInPages = 0.5

/** As much of a question as is read: nobody means more by it. */
export const cutQuestion = (question: string) => question.slice(0, 500).toWellFormed()

/** Entities by their names, and what pages say of them. */
export async function search(db: Queryable, indexes: GraphIndexes, moment: Moment, query: SearchQuery) {
  const index = await indexes.at(db, moment)
  const hits = findNodes(index, query.q, query.kind, query.limit)
  const ids = hits.map(({ node }) => index.idOf(node))
  const named = hits.slice(0, namesInPages).filter(({ score }) => score >= leastScoreInPages)
  const [rows, passages] = await Promise.all([
    selectEntitiesById(db, moment, ids),
    findPassages(db, moment, {
      words: cutQuestion(query.q),
      entities: named.map(({ node }, at) => ({ id: ids[at] as string, name: index.nameOf(node) })),
      limit: query.limit,
    }),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Without those that have left the graph in this moment.
  const entities = ids.flatMap((id) => byId.get(id) ?? []).map(toEntity)
  return { entities, passages }
}

function selectEntitiesById(db: Queryable, moment: Moment, ids: string[]): Promise<ShownEntityRow[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select ${entityColumns(at)} from ${at.entities} e where e.id = any(${at.add(ids)}::uuid[])`,
    at.values,
  )
}

/** For lists: all that are alike, and how much. */
export function findNamesBy(indexes: GraphIndexes): FindNames {
  return async (db, moment, question) => {
    const index = await indexes.at(db, moment)
    return findNodes(index, question, undefined, comparedForAll).map(({ node, score }) => ({
      id: index.idOf(node),
      score,
    }))
  }
}
