import type { GraphIndex } from './graph-index.ts'
import type { NameHit } from './name-index.ts'
import type { NodeTest } from './node-filter.ts'

/** How many of the best matches are compared letter by letter: for a short list, and for all matches. */
const comparedForSome = 200
export const comparedForAll = 5_000

/** Sorted by score; among equals the best connected first. */
export function findNodes(
  index: GraphIndex,
  question: string,
  isWanted: NodeTest | undefined,
  limit: number,
): NameHit[] {
  const compared = Math.max(comparedForSome, Math.min(2 * limit, comparedForAll))
  const hits = index.names.find(question, {
    compared,
    isWanted,
    degreeOf: (node) => index.degreeOf(node),
  })
  return hits.sort((a, b) => b.score - a.score || index.compare(a.node, b.node)).slice(0, limit)
}
