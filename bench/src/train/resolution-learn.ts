import { doubtful, leastPairScore, sameThreshold, weigh } from '../../../server/src/resolution/compare.ts'
import { evidenceRows } from '../../../server/src/resolution/evidence.ts'
import { nameForm } from '../../../server/src/resolution/names/name-form.ts'
import { type Fields, profileOf } from '../eval/resolution/resolution-records.ts'
import { priors } from './resolution-priors.ts'

// Learns how much each kind of evidence counts: logistic regression over the points of resolution-priors.ts. The weights start
// at 1, and are drawn back to it, so evidence that the data has little of keeps its points. Names keep theirs
// altogether: in sets of pairs every second namesake is the same, and on the web hardly one in a hundred pairs is.

export interface LabelledPair {
  set: string
  kind: string
  a: Fields
  b: Fields
  match: boolean
}

interface Example {
  set: string
  /** Pairs of one family name are left out together. */
  group: string
  match: boolean
  isVeto: boolean
  isCapped: boolean
  /** The points that no weight changes. */
  fixed: number
  features: [weight: string, points: number][]
}

export type Weights = ReadonlyMap<string, number>

const pullBack = 20
const rounds = 300
/** Each set counts as if it had so many pairs. */
const evenSize = 380

const unknown = [...priors.keys()].filter((row) => !evidenceRows.includes(row))
if (unknown.length > 0) throw new Error(`no rows of evidence: ${unknown.join(', ')}`)

export function examplesOf(pairs: LabelledPair[]): Example[] {
  return pairs.map(({ set, kind, a, b, match }) => {
    const [one, two] = [profileOf(kind, a), profileOf(kind, b)]
    const { names, others, isVeto, isCapped } = weigh(one, two) ?? noPoints
    const fixed = others.reduce((sum, { name, points }) => sum + (priors.has(name) ? 0 : points), names.points)
    const features = others.flatMap(({ name }): [string, number][] => {
      const prior = priors.get(name)
      return prior ? [[prior.factor, prior.points]] : []
    })
    return { set, group: groupOf(one.kind, [...one.names, ...two.names]), match, isVeto, isCapped, fixed, features }
  })
}

const noPoints = { names: { points: 0 }, others: [], isVeto: true, isCapped: false }

function groupOf(kind: string, names: string[]): string {
  const families = names.map((name) => nameForm(name, kind === 'person').core.at(-1) ?? '')
  return families.sort()[0] ?? ''
}

export function learnWeights(examples: Example[]): Weights {
  const told = examples.filter(({ isVeto }) => !isVeto)
  const sizes = new Map([...Map.groupBy(examples, ({ set }) => set)].map(([set, all]) => [set, all.length]))
  const weights = new Map(told.flatMap(({ features }) => features.map(([name]) => [name, 1])))
  const step = 1 / (16 * Math.sqrt(told.length))
  for (let round = 0; round < rounds; round++) {
    const slopes = new Map<string, number>()
    for (const example of told) {
      const even = evenSize / (sizes.get(example.set) as number)
      const miss = even * (Number(example.match) - logistic(sumOf(example, weights)))
      for (const [name, points] of example.features) slopes.set(name, (slopes.get(name) ?? 0) + miss * points)
    }
    for (const [name, weight] of weights) {
      weights.set(name, weight + step * ((slopes.get(name) ?? 0) - pullBack * (weight - 1)))
    }
  }
  return weights
}

/** How a pair would be decided with these weights. */
export function decideWith(example: Example, weights: Weights): { found: boolean; waits: boolean } {
  if (example.isVeto) return { found: false, waits: false }
  const sum = sumOf(example, weights)
  const score = logistic(example.isCapped ? Math.min(sum, doubtful) : sum)
  return { found: score >= sameThreshold, waits: score >= leastPairScore && score < sameThreshold }
}

function sumOf({ fixed, features }: Example, weights: Weights): number {
  return features.reduce((sum, [name, points]) => sum + points * (weights.get(name) ?? 1), fixed)
}

const logistic = (points: number) => 1 / (1 + Math.exp(-points))

const folds = 5

/** Calls back with every example once, and weights that were learned without its set or without its group. */
export function leaveOut(
  examples: Example[],
  by: 'set' | 'group',
  use: (example: Example, weights: Weights) => void,
): void {
  // The two sets of sanctions have pairs in common.
  const setOf = ({ set }: Example) => set.replace(/-.*/, '')
  const partOf = by === 'set' ? setOf : ({ group }: Example) => `${hashOf(group) % folds}`
  for (const [part, left] of Map.groupBy(examples, partOf)) {
    const weights = learnWeights(examples.filter((example) => partOf(example) !== part))
    for (const example of left) use(example, weights)
  }
}

function hashOf(text: string): number {
  let hash = 7
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash
}
