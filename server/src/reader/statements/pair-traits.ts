import type { SentenceEnds } from './candidate-pairs.ts'
import type { End } from './sentence-ends.ts'
import { endKinds } from './statement-types.ts'

// The signs by which a statement is judged beside its rivals: what the pair is by itself, and how well it says the same as
// other pairs of its sentence do. One day of birth belongs to one of three people, a list of employers to all of one.

/** A pair of a sentence with a score for each type that it may say. */
export interface ScoredPair {
  /** Where its ends stand, as numbers: two pairs have an end in common where these are equal. */
  a: number
  b: number
  types: readonly number[]
  scores: Float32Array
}

/** What is scored lower is not said, whatever its rivals are. */
export const scoreLeast = -3

const placeCount = 20
const rivalCount = 12
export const pairTraitCount = placeCount + rivalCount

export const placeOfEnd = ({ from, to }: End): number => from * 1024 + to

const kindIndex = new Map<string, number>(endKinds.map((kind, at) => [kind, at]))

/** The traits of a pair whatever it says. */
export function placeTraits({ sentence, ends }: SentenceEnds, [a, b]: [End, End]): Float32Array {
  const named = ends.filter(({ is_pronoun }) => !is_pronoun)
  const alike = (end: End) => named.filter(({ kind }) => kind === end.kind)
  const before = (end: End) => alike(end).filter(({ from }) => from < end.from)
  const isForward = a.from < b.from
  return Float32Array.of(
    a.score,
    b.score,
    isForward ? b.from - a.to : a.from - b.to,
    Number(isForward),
    sentence.tokens.length,
    ends.length,
    alike(a).length,
    alike(b).length,
    before(a).length,
    before(b).length,
    Number(a.is_pronoun),
    Number(b.is_pronoun),
    Number(a.entity !== undefined),
    Number(b.entity !== undefined),
    a.from,
    b.from,
    kindIndex.get(a.kind) as number,
    kindIndex.get(b.kind) as number,
    a.to - a.from,
    b.to - b.from,
  )
}

/** Stands for the score of a rival where there is none. */
const noRival = -9

/** Fills `into` with the traits of the statement that `pair` makes by its type at `at`, among the pairs of its sentence. */
export function fillTraits(
  into: Float32Array,
  { pair, at, place, rivals }: { pair: ScoredPair; at: number; place: Float32Array; rivals: readonly ScoredPair[] },
): void {
  const type = pair.types[at] as number
  const score = pair.scores[at] as number
  let otherType = noRival
  for (const [index, other] of pair.scores.entries()) if (index !== at && other > otherType) otherType = other
  let [otherFrom, otherTo, back] = [noRival, noRival, noRival]
  let [sumFrom, sumTo, better] = [0, 0, 0]
  for (const rival of rivals) {
    if (rival === pair) continue
    const index = rival.types.indexOf(type)
    if (index < 0) continue
    const other = rival.scores[index] as number
    if (other > score) better++
    if (rival.b === pair.b && rival.a !== pair.a) {
      otherFrom = Math.max(otherFrom, other)
      sumFrom += 1 / (1 + Math.exp(-other))
    } else if (rival.a === pair.a && rival.b !== pair.b) {
      otherTo = Math.max(otherTo, other)
      sumTo += 1 / (1 + Math.exp(-other))
    } else if (rival.a === pair.b && rival.b === pair.a) back = Math.max(back, other)
  }
  into.set(place)
  const rivalTraits = [
    ...[type, score, otherFrom, otherTo, score - otherFrom, score - otherTo],
    ...[back, otherType, score - otherType, sumFrom, sumTo, better],
  ]
  into.set(rivalTraits, placeCount)
}
