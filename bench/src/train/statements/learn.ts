import { statementTypes } from '../../../../server/src/reader/statements/statement-types.ts'
import type { Example } from './examples.ts'

// One logistic model a type over the features of a pair, with small weights: AdaGrad over the examples in a shuffled order.

export interface LearnOptions {
  epochs: number
  rate: number
  /** The strength with which weights are kept small. */
  decay: number
  /** A feature that fewer examples have is not learned. */
  least: number
  weightOf(example: Example, type: number): number
}

/** Ordinary pages count more than sentences of encyclopedias, and the languages that are measured more than others. */
const setWeights: Record<string, number> = {
  prose: 3,
  judged: 3,
  'marked-de': 2,
  knowledgenet: 1,
  redocred: 0.4,
  fewrel: 0.4,
  'written-fr': 0.3,
  'written-es': 0.3,
  'written-it': 0.3,
  'written-pt': 0.3,
  'written-nl': 0.3,
}

export const learnOptions: LearnOptions = {
  epochs: 10,
  rate: 0.02,
  decay: 0.02,
  least: 2,
  weightOf: ({ set, is_given }) => (setWeights[set] ?? 1) * (is_given ? 0.5 : 1),
}

export interface LinearModel {
  bias: number
  weights: Map<number, number>
}

/** The models by type; a type without an example of either label has none. */
export function learnStatements(
  examples: Example[],
  options: LearnOptions = learnOptions,
): (LinearModel | undefined)[] {
  const { numbers, rows } = numberFeatures(examples)
  return statementTypes.map((_, type) => learnType({ examples, numbers, rows }, type, options))
}

interface NumberedExamples {
  examples: Example[]
  /** The features by their numbers. */
  numbers: Uint32Array
  /** The features of each example as numbers, each once. */
  rows: Uint32Array[]
}

function numberFeatures(examples: Example[]): Pick<NumberedExamples, 'numbers' | 'rows'> {
  const index = new Map<number, number>()
  const rows = examples.map(({ features }) => {
    const row = features.map((feature) => {
      const known = index.get(feature)
      if (known !== undefined) return known
      index.set(feature, index.size)
      return index.size - 1
    })
    return new Uint32Array(new Set(row))
  })
  return { numbers: Uint32Array.from(index.keys()), rows }
}

function learnType(
  { examples, numbers, rows: all }: NumberedExamples,
  type: number,
  { epochs, rate, decay, least, weightOf }: LearnOptions,
): LinearModel | undefined {
  const rows: { features: Uint32Array; label: number; weight: number }[] = []
  const seen = new Uint32Array(numbers.length)
  for (const [row, example] of examples.entries()) {
    const at = example.types.indexOf(type)
    const label = at < 0 ? -1 : (example.labels[at] as number)
    if (label < 0) continue
    const features = all[row] as Uint32Array
    rows.push({ features, label, weight: weightOf(example, type) })
    for (const feature of features) seen[feature] = (seen[feature] as number) + 1
  }
  if (!rows.some(({ label }) => label === 1) || !rows.some(({ label }) => label === 0)) return undefined
  for (const row of rows) row.features = row.features.filter((feature) => (seen[feature] as number) >= least)
  const weights = new Float64Array(numbers.length)
  let bias = 0
  const order = Uint32Array.from(rows.keys())
  const random = randomNumbers(type + 1)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    const pace = rate / (1 + epoch / 4)
    for (const at of order) {
      const { features, label, weight } = rows[at] as (typeof rows)[number]
      let sum = bias
      for (const feature of features) sum += weights[feature] as number
      const step = pace * weight * (label - 1 / (1 + Math.exp(-sum)))
      bias += step
      for (const feature of features) weights[feature] = (weights[feature] as number) + step
    }
    for (let feature = 0; feature < weights.length; feature++)
      weights[feature] = (weights[feature] as number) * (1 - decay)
  }
  const learned = new Map<number, number>()
  for (const [feature, weight] of weights.entries()) if (weight !== 0) learned.set(numbers[feature] as number, weight)
  return { bias, weights: learned }
}

export function scoreOf({ bias, weights }: LinearModel, features: Uint32Array): number {
  let sum = bias
  const seen = new Set<number>()
  for (const feature of features) {
    if (seen.has(feature)) continue
    seen.add(feature)
    sum += weights.get(feature) ?? 0
  }
  return sum
}

function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] as number
    order[at] = order[other] as number
    order[other] = kept
  }
}
