import { baseOfKind } from '../../../facts/kinds.ts'
import type { GraphIndex } from '../index/graph-index.ts'
import { labelOf } from '../index/label-of.ts'
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
  /** What the hits are ordered by: the score, and among names that have all words of the question the relationships. */
  place: number
}

/**
 * The best match first: the same name, then names that have all words, then what is misspelt. Of names that have all words the best
 * connected come first, but a person before what is named after them. Among equals people come first, then organizations.
 */
export function findNodes(index: GraphIndex, question: string, search: NodeSearch): NodeHit[] {
  const { isWanted, limit, ignores_relationships = false } = search
  const degreeOf = ignores_relationships ? () => 0 : (node: number) => index.degreeOf(node)
  const compared = Math.max(comparedForSome, Math.min(2 * limit, comparedForAll))
  const hits = index.names.find(question, { compared, isWanted, degreeOf }).map(({ node, score }): NodeHit => {
    const kind = baseOfKind(index.kindOf(node))
    const isActor = kind === 'person' || kind === 'object'
    const connected = Math.min(degreeClass(degreeOf(node)), degreeClassesCounted)
    const trace = perDegreeClass * connected - (isActor ? 0 : perOtherKind)
    if (score < leastWithAllWords || score >= leastOfSameWords) return { node, score, place: score + trace }
    const match = perMatch * (score - leastWithAllWords) + (kind === 'person' ? perPerson : 0)
    return { node, score, place: leastWithAllWords + match + perConnected * connected + trace }
  })
  const settle = ignores_relationships
    ? (a: number, b: number) => (index.idOf(a) < index.idOf(b) ? -1 : 1)
    : (a: number, b: number) => index.compare(a, b)
  const inOrder = (a: NodeHit, b: NodeHit) => b.place - a.place || settle(a.node, b.node)
  return behindNamesakes(index, hits.sort(inOrder)).sort(inOrder).slice(0, limit)
}

/** Puts what is named after a person, such as a letter or a lecture, behind that person. */
function behindNamesakes(index: GraphIndex, hits: NodeHit[]): NodeHit[] {
  const first = hits.slice(0, namesakesCompared).map((hit) => ({
    hit,
    isPerson: baseOfKind(index.kindOf(hit.node)) === 'person',
    label: ` ${labelOf(index.nameOf(hit.node))} `,
  }))
  const people = first.filter(({ isPerson, label }) => isPerson && label.trim().includes(' '))
  for (const { hit, isPerson, label } of first) {
    if (isPerson) continue
    for (const person of people) {
      if (label.includes(person.label) && hit.place >= person.hit.place) hit.place = person.hit.place - behind
    }
  }
  return hits
}

/** Scores of names that have all words of the question, from here to that of the same words in another order. */
const leastWithAllWords = 0.751
const leastOfSameWords = 0.93
/** For names that have all words, twice as many relationships count more than a person does, and that more than where the words stand. */
const perConnected = 0.003
const perPerson = 0.0018
const perMatch = 0.01
const degreeClassesCounted = 12
/** So many of the best hits are looked at for names after which others are named. */
const namesakesCompared = 200

/** Smaller than any difference between two scores. */
const perOtherKind = 1e-4
const perDegreeClass = 1e-6
const behind = 1e-5
