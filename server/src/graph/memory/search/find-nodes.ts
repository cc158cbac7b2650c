import type { GraphIndex } from '../index/graph-index.ts'
import { degreeClass, type NameHit } from '../index/name-index.ts'
import type { NodeTest } from './node-filter.ts'

/** How many of the best matches are compared letter by letter: for a short list, and for all matches. */
const comparedForSome = 200
export const comparedForAll = 5_000

export interface NodeSearch {
  /** All nodes are wanted when this is left out. */
  isWanted?: NodeTest | undefined
  limit: number
  /** For the public, who must not see from an order how things hang together. */
  ignores_relationships?: boolean
}

export interface NodeHit extends NameHit {
  /** The score, with a trace of what decides among equal names: the kind, then the relationships. */
  place: number
}

/** The best match first. Among equals people and organizations come before things named after them, then the best connected. */
export function findNodes(index: GraphIndex, question: string, search: NodeSearch): NodeHit[] {
  const { isWanted, limit, ignores_relationships = false } = search
  const degreeOf = ignores_relationships ? () => 0 : (node: number) => index.degreeOf(node)
  const compared = Math.max(comparedForSome, Math.min(2 * limit, comparedForAll))
  const hits = index.names.find(question, { compared, isWanted, degreeOf }).map(({ node, score }): NodeHit => {
    const kind = index.kindOf(node)
    const isActor = kind === 'person' || kind === 'object'
    return { node, score, place: score - (isActor ? 0 : perOtherKind) + perDegreeClass * degreeClass(degreeOf(node)) }
  })
  const settle = ignores_relationships
    ? (a: number, b: number) => (index.idOf(a) < index.idOf(b) ? -1 : 1)
    : (a: number, b: number) => index.compare(a, b)
  return hits.sort((a, b) => b.place - a.place || settle(a.node, b.node)).slice(0, limit)
}

/** Smaller than any difference between two scores. */
const perOtherKind = 1e-4
const perDegreeClass = 1e-6
