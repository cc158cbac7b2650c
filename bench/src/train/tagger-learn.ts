import {
  featureCount,
  fillFeatures,
  lexicalFeatures,
  shapeFeature,
} from '../../../server/src/reader/names/tagger/features.ts'
import { labelCount, outsideLabel, partOfLabel, transitions } from '../../../server/src/reader/names/tagger/labels.ts'
import { type Edges, Lattice, pairOf, Steps } from '../../../server/src/reader/names/tagger/lattice.ts'
import { mix, NumberIndex } from '../../../server/src/reader/names/tagger/word-hash.ts'
import type { WordTable } from '../../../server/src/reader/names/tagger/word-table.ts'
import type { LabelledSentence } from './tagger-data.ts'

// A linear-chain conditional random field, learned by AdaGrad with an L1 penalty that is caught up on when a feature is
// next seen. What comes out are probabilities, so a threshold can be set on them; and most weights are zero.

export interface LearnOptions {
  rounds: number
  /** How often it goes on from a part: see `learnInParts`. */
  lastRounds: number
  rate: number
  /** How much every step takes off a weight. */
  penalty: number
  /** Features that are rarer are not learned. */
  leastCount: number
  /** How often the word itself is hidden, so that what is around it is learned. */
  hidden: number
  progress(text: string): void
}

export const learnOptions: Omit<LearnOptions, 'progress'> = {
  rounds: 5,
  lastRounds: 2,
  rate: 0.1,
  penalty: 1e-6,
  leastCount: 2,
  hidden: 0.25,
}

export interface Learned {
  features: Uint32Array
  /** A row of weights for each feature. */
  weights: Float32Array
  steps: Float64Array
}

/** Two of a sentence's features are of the set it comes from: they take up what its makers do their own way. */
const extraFeatures = 2

export function learn(sentences: LabelledSentence[], words: WordTable, options: LearnOptions): Learned {
  const [learned] = learnInParts(sentences, words, { ...options, parts: [[]] })
  return learned as Learned
}

/**
 * Learns from all sentences, and then on from each of some parts alone: one result for each part. Most of the time is
 * spent once.
 */
export function learnInParts(
  sentences: LabelledSentence[],
  words: WordTable,
  options: LearnOptions & { parts: LabelledSentence[][] },
): Learned[] {
  const { parts, rounds, lastRounds, progress } = options
  const distinct = [...new Set(parts.flat())]
  const { features, runs } = numberFeatures([...sentences, ...distinct], words, options.leastCount)
  const runsOfSentence = Map.groupBy(runs, ({ of }) => of)
  const runsIn = (list: LabelledSentence[]) => list.flatMap((one) => runsOfSentence.get(one) ?? [])
  const learner = new Learner(features.length, options)
  const random = randomNumbers(20_250_601)
  learnRounds(learner, runsIn(sentences), { rounds, random, progress, hidden: options.hidden })
  return parts.map((part, at) => {
    const last = at === parts.length - 1 ? learner : learner.copy()
    const own = { rounds: lastRounds, random: randomNumbers(20_250_602), progress, hidden: options.hidden }
    if (part.length > 0) learnRounds(last, runsIn(part), own)
    return { features, weights: last.finish(), steps: last.steps }
  })
}

function learnRounds(
  learner: Learner,
  runs: NumberedRun[],
  { rounds, random, hidden, progress }: Pick<LearnOptions, 'rounds' | 'hidden' | 'progress'> & { random: () => number },
): void {
  const order = runs.map((_, at) => at)
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    let loss = 0
    for (const at of order) {
      const run = runs[at] as NumberedRun
      loss += learner.learnFrom({ ...run, features: hide(run.features, hidden, random) })
    }
    progress(`round ${round + 1}: loss ${(loss / runs.length).toFixed(3)}`)
  }
}

class Learner {
  readonly steps: Float64Array
  readonly #stepSquares: Float64Array
  #weights: Float32Array
  #squares: Float32Array
  #seen: Uint32Array
  readonly #options: LearnOptions
  #time = 0

  constructor(features: number, options: LearnOptions) {
    this.#options = options
    this.#weights = new Float32Array(features * labelCount)
    this.#squares = new Float32Array(features * labelCount).fill(1e-2)
    this.#seen = new Uint32Array(features)
    this.steps = new Float64Array(transitions.from.length)
    this.#stepSquares = new Float64Array(transitions.from.length).fill(1e-2)
  }

  copy(): Learner {
    const copy = new Learner(0, this.#options)
    copy.#weights = this.#weights.slice()
    copy.#squares = this.#squares.slice()
    copy.#seen = this.#seen.slice()
    copy.#time = this.#time
    copy.steps.set(this.steps)
    copy.#stepSquares.set(this.#stepSquares)
    return copy
  }

  learnFrom({ features: rows, labels, weight, edges }: NumberedRun): number {
    this.#time++
    const perWord = rows.length / labels.length
    const scores = new Float64Array(labels.length * labelCount)
    for (let at = 0; at < rows.length; at++) {
      const feature = rows[at] as number
      if (feature < 0) continue
      this.#catchUp(feature)
      const to = Math.floor(at / perWord) * labelCount
      const from = feature * labelCount
      for (let label = 0; label < labelCount; label++) {
        scores[to + label] = (scores[to + label] as number) + (this.#weights[from + label] as number)
      }
    }
    const lattice = new Lattice(scores, new Steps(this.steps), { edges })
    const slopes = new Float32Array(scores.length)
    for (let at = 0; at < labels.length; at++) {
      for (let label = 0; label < labelCount; label++) {
        slopes[at * labelCount + label] = weight * (lattice.probability(at, label) - (labels[at] === label ? 1 : 0))
      }
    }
    this.#learnWeights(rows, slopes, perWord)
    this.#learnSteps(lattice, { labels, weight, edges })
    return -Math.log(Math.max(1e-300, lattice.spanProbability(0, labels)))
  }

  #learnWeights(rows: Int32Array, slopes: Float32Array, perWord: number): void {
    const { rate } = this.#options
    for (let at = 0; at < rows.length; at++) {
      const feature = rows[at] as number
      if (feature < 0) continue
      const slope = Math.floor(at / perWord) * labelCount
      const to = feature * labelCount
      for (let label = 0; label < labelCount; label++) {
        const value = slopes[slope + label] as number
        if (value < 1e-4 && value > -1e-4) continue
        const square = (this.#squares[to + label] as number) + value * value
        this.#squares[to + label] = square
        this.#weights[to + label] = (this.#weights[to + label] as number) - (rate * value) / Math.sqrt(square)
      }
    }
  }

  #learnSteps(lattice: Lattice, { labels, weight, edges }: Pick<NumberedRun, 'labels' | 'weight' | 'edges'>): void {
    const slopes = new Float64Array(this.steps.length)
    for (let at = 1; at < labels.length; at++) {
      for (let pair = 0; pair < slopes.length; pair++) {
        slopes[pair] = (slopes[pair] as number) + lattice.pairProbability(at, pair)
      }
      const gold = pairOf(labels[at - 1] as number, labels[at] as number)
      slopes[gold] = (slopes[gold] as number) - 1
    }
    if (edges.isOutsideBefore) this.#addEdge(slopes, (label) => pairOf(outsideLabel, label), { lattice, labels, at: 0 })
    if (edges.isOutsideBehind)
      this.#addEdge(slopes, (label) => pairOf(label, outsideLabel), { lattice, labels, at: labels.length - 1 })
    for (const [pair, slope] of slopes.entries()) {
      if (slope === 0) continue
      const value = weight * slope
      const square = (this.#stepSquares[pair] as number) + value * value
      this.#stepSquares[pair] = square
      this.steps[pair] = (this.steps[pair] as number) - (this.#options.rate * value) / Math.sqrt(square)
    }
  }

  /** The step from or to the word outside of names beside a run. */
  #addEdge(
    slopes: Float64Array,
    pairAt: (label: number) => number,
    { lattice, labels, at }: { lattice: Lattice; labels: Uint8Array; at: number },
  ): void {
    for (let label = 0; label < labelCount; label++) {
      const pair = pairAt(label)
      if (pair < 0) continue
      slopes[pair] = (slopes[pair] as number) + lattice.probability(at, label) - (labels[at] === label ? 1 : 0)
    }
  }

  /** Takes off what the steps since then would have taken. */
  #catchUp(feature: number): void {
    const missed = this.#time - (this.#seen[feature] as number)
    if (missed === 0) return
    this.#seen[feature] = this.#time
    const off = missed * this.#options.penalty * this.#options.rate
    const from = feature * labelCount
    for (let at = from; at < from + labelCount; at++) {
      const weight = this.#weights[at] as number
      if (weight === 0) continue
      const less = off / Math.sqrt(this.#squares[at] as number)
      this.#weights[at] = weight > 0 ? Math.max(0, weight - less) : Math.min(0, weight + less)
    }
  }

  finish(): Float32Array {
    for (let feature = 0; feature < this.#seen.length; feature++) this.#catchUp(feature)
    return this.#weights
  }
}

/** Words that may be part of a name, side by side: what the tagger looks at, and so what is learned from. */
interface Run<Features> {
  /** The sentence that it is part of. */
  of: LabelledSentence
  features: Features
  labels: Uint8Array
  weight: number
  edges: Edges
}

type NumberedRun = Run<Int32Array>

/** Features get numbers in the order of their hashes; -1 for those that are too rare. */
function numberFeatures(sentences: LabelledSentence[], words: WordTable, leastCount: number) {
  const hashed = sentences.flatMap((sentence) => runsOf(sentence, words))
  const total = hashed.reduce((sum, { features: { length } }) => sum + length, 0)
  const all = new Uint32Array(total)
  let end = 0
  for (const { features } of hashed) {
    all.set(features, end)
    end += features.length
  }
  all.sort()
  const kept: number[] = []
  for (let at = 0; at < all.length; ) {
    let next = at + 1
    while (all[next] === all[at]) next++
    if (next - at >= leastCount) kept.push(all[at] as number)
    at = next
  }
  const features = Uint32Array.from(kept)
  const index = new NumberIndex(features)
  const runs = hashed.map((run) => ({ ...run, features: Int32Array.from(run.features, (hash) => index.find(hash)) }))
  return { features, runs }
}

function runsOf(sentence: LabelledSentence, words: WordTable): Run<Uint32Array>[] {
  const { tokens, set, labels, weight, isGerman } = sentence
  const own = new Uint32Array(tokens.length * featureCount)
  const marks = new Uint8Array(tokens.length)
  fillFeatures(tokens, words, own, { open: { marks, least: 1 }, isGerman })
  const setNumber = [...set].reduce((sum, char) => mix(sum, char.charCodeAt(0)), 3)
  const runs: Run<Uint32Array>[] = []
  for (let from = 0; from < tokens.length; from++) {
    if (marks[from] === 0) continue
    let to = from + 1
    while (to < tokens.length && marks[to] !== 0) to++
    runs.push({
      of: sentence,
      features: withSet(own.subarray(from * featureCount, to * featureCount), setNumber),
      labels: withoutCut(labels.slice(from, to)),
      weight,
      edges: { isOutsideBefore: from > 0, isOutsideBehind: to < tokens.length },
    })
    from = to
  }
  return runs
}

/** A name that begins or ends outside of the run cannot be found. */
function withoutCut(labels: Uint8Array): Uint8Array {
  const isInside = (label: number) => label !== outsideLabel && (partOfLabel(label) === 1 || partOfLabel(label) === 2)
  const isOpen = (label: number) => label !== outsideLabel && partOfLabel(label) <= 1
  for (let at = 0; at < labels.length && isInside(labels[at] as number); at++) labels[at] = outsideLabel
  for (let at = labels.length - 1; at >= 0 && isOpen(labels[at] as number); at--) labels[at] = outsideLabel
  return labels
}

function withSet(own: Uint32Array, setNumber: number): Uint32Array {
  const width = featureCount + extraFeatures
  const all = new Uint32Array((own.length / featureCount) * width)
  for (let at = 0; at < own.length / featureCount; at++) {
    all.set(own.subarray(at * featureCount, (at + 1) * featureCount), at * width)
    // Above the numbers of all other features, so that they are told apart and left out of the file.
    all[at * width + featureCount] = (0x80000000 | mix(setNumber, 1)) >>> 0
    all[at * width + featureCount + 1] =
      (0x80000000 | mix(setNumber, own[at * featureCount + shapeFeature] as number)) >>> 0
  }
  return all
}

function hide(rows: Int32Array, share: number, random: () => number): Int32Array {
  const width = featureCount + extraFeatures
  const copy = rows.slice()
  for (let at = 0; at < rows.length; at += width) if (random() < share) copy.fill(-1, at, at + lexicalFeatures)
  return copy
}

function shuffle(list: number[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as number
    list[at] = list[other] as number
    list[other] = kept
  }
}

/** mulberry32: the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
