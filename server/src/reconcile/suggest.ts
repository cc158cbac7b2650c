import type { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNodes } from '../graph/memory/search/find-nodes.ts'
import { cutQuestion } from '../graph/memory/search/search.ts'
import type { Queryable } from '../platform/db/database.ts'
import { isEntityId } from './entity-id.ts'
import { listProperties } from './known-properties.ts'
import { calledLike } from './property-values.ts'
import { selectAskedEntities } from './queries.ts'
import { type ReconcileScope, visibleTo } from './scope.ts'

export interface SuggestQuery {
  prefix: string
  cursor: number
  type?: string | undefined
}

interface Suggestion {
  id: string
  name: string
  description?: string
  notable?: { id: string; name: string }[]
}

const suggestionsMax = 10
/** The most suggestions that a caller may skip: nobody reads further. */
const skippedMax = 200
const descriptionMax = 200

/** What begins like this: entities by name, in spite of typos, kinds and properties by any part of theirs. */
export async function suggest(
  db: Queryable,
  indexes: GraphIndexes,
  scope: ReconcileScope,
  what: string,
  query: SuggestQuery,
): Promise<{ result: Suggestion[] }> {
  if (what === 'entity') return { result: await suggestEntities(db, indexes, scope, query) }
  const words = query.prefix.trim().toLowerCase()
  const all =
    what === 'type'
      ? scope.ontology.map((kind) => ({ id: kind, name: kind }))
      : await listProperties(db, scope, query.type)
  const called = what === 'property' ? calledLike(words) : []
  const found = all.filter(
    ({ id, name }) => id.includes(words) || name.toLowerCase().includes(words) || called.includes(id),
  )
  return { result: pageOf(found, query) }
}

const pageOf = <Item>(items: Item[], { cursor }: SuggestQuery) => items.slice(cursor, cursor + suggestionsMax)

async function suggestEntities(
  db: Queryable,
  indexes: GraphIndexes,
  scope: ReconcileScope,
  query: SuggestQuery,
): Promise<Suggestion[]> {
  const words = cutQuestion(query.prefix).trim()
  const index = await indexes.at(db, scope.moment)
  const hits = findNodes(index, words, {
    limit: Math.min(query.cursor, skippedMax) + suggestionsMax,
    ignores_relationships: !scope.has_relationships,
  })
  const ids = isEntityId(words) ? [words.toLowerCase()] : pageOf(hits, query).map(({ node }) => index.idOf(node))
  const rows = ids.length === 0 ? [] : await selectAskedEntities(db, scope.moment, ids)
  const byId = new Map(rows.map((row) => [row.asked, row]))
  return ids.flatMap((asked) => {
    const row = byId.get(asked)
    if (!row) return []
    const { name, kind, summary } = visibleTo(scope, row.doc)
    const description = summary && { description: summary.slice(0, descriptionMax).toWellFormed() }
    return [{ id: row.id, name, ...description, notable: [{ id: kind, name: kind }] }]
  })
}
