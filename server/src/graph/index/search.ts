import type { Queryable } from '../../platform/db/database.ts'
import { type EntityRow, entityColumns, toEntity } from '../read/entity-rows.ts'
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
  const hits = findNodes(index, query.q, query.kind, query.limit).map(({ node, score }) => ({
    id: index.idOf(node),
    score,
    degree: index.degreeOf(node),
  }))
  const rows = await selectEntitiesById(
    db,
    moment,
    hits.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = hits.flatMap((hit) => {
    const row = byId.get(hit.id)
    return row ? [{ ...hit, row }] : []
  })
  // The index does not know how sure we are.
  found.sort((a, b) => b.score - a.score || b.degree - a.degree || b.row.confidence - a.row.confidence)
  const named = found.filter(({ score }) => score >= leastScoreInPages).slice(0, namesInPages)
  const passages = await findPassages(db, moment, {
    words: cutQuestion(query.q),
    entities: named.map(({ id, row }) => ({ id, name: row.doc.name })),
    limit: query.limit,
  })
  return { entities: found.map(({ row }) => toEntity(row)), passages }
}

function selectEntitiesById(db: Queryable, moment: Moment, ids: string[]): Promise<EntityRow[]> {
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
