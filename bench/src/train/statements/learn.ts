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
  decay: 0.05,
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
  return statementTypes.map((_, type) => learnType(examples, type, options))
}

function learnType(examples: Example[], type: number, { epochs, rate, decay, least, weightOf }: LearnOptions) {
  const rows: { features: Uint32Array; label: number; weight: number }[] = []
  const seen = new Map<number, number>()
  for (const example of examples) {
    const at = example.types.indexOf(type)
    const label = at < 0 ? -1 : (example.labels[at] as number)
    if (label < 0) continue
    rows.push({ features: example.features, label, weight: weightOf(example, type) })
    for (const feature of example.features) seen.set(feature, (seen.get(feature) ?? 0) + 1)
  }
  if (!rows.some(({ label }) => label === 1) || !rows.some(({ label }) => label === 0)) return undefined
  const index = new Map<number, number>()
  for (const [feature, count] of seen) if (count >= least) index.set(feature, index.size)
  const cells = rows.map(({ features }) =>
    Uint32Array.from([...new Set(features)].flatMap((feature) => index.get(feature) ?? [])),
  )
  const weights = new Float64Array(index.size + 1)
  const bias = index.size
  const order = Uint32Array.from(rows.keys())
  const random = randomNumbers(type + 1)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    const pace = rate / (1 + epoch / 4)
    for (const at of order) {
      const { label, weight } = rows[at] as (typeof rows)[number]
      const row = cells[at] as Uint32Array
      let sum = weights[bias] as number
      for (const cell of row) sum += weights[cell] as number
      const step = pace * weight * (label - 1 / (1 + Math.exp(-sum)))
      weights[bias] = (weights[bias] as number) + step
      for (const cell of row) weights[cell] = (weights[cell] as number) + step
    }
    for (let cell = 0; cell < bias; cell++) weights[cell] = (weights[cell] as number) * (1 - decay)
  }
  return {
    bias: weights[bias] as number,
    weights: new Map([...index].map(([feature, cell]): [number, number] => [feature, weights[cell] as number])),
  }
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
