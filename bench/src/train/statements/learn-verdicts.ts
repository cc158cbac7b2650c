import type { TreeModel } from '../../../../server/src/reader/main-text/tree-model.ts'
import {
  fillTraits,
  pairTraitCount,
  type ScoredPair,
  scoreLeast,
} from '../../../../server/src/reader/statements/pair-traits.ts'
import { trainTrees } from '../boosted-trees.ts'
import { type Example, isJudged, isWhole } from './examples.ts'
import { type LinearModel, learnStatements, scoreOf } from './learn.ts'

// Trees that judge what a sentence says: they learn from scores of models that have not seen the sentence, as those of
// other pages will be.

export type Models = (LinearModel | undefined)[]

const treeOptions = { trees: 250, depth: 4, rate: 0.08, lambda: 4, leastWeight: 5, rows: 0.7, features: 0.5 }

/** A type that a marked pair may say, with what is known of it. */
export interface Statement {
  example: Example
  /** The place of the type among those of the example. */
  at: number
  type: number
  traits: Float32Array
  isRight: boolean
}

/** The type as a sentence without a model of it would score it. */
const noScore = -9

export const scoresOf = (models: Models, { types, features }: Example): Float32Array =>
  Float32Array.from(types, (type) => {
    const model = models[type]
    return model ? scoreOf(model, features) : noScore
  })

/** Statements that marked pairs may make, each beside its rivals; those that are scored too low are left out. */
export function statementsOf(examples: Example[], scores: (example: Example) => Float32Array): Statement[] {
  const found: Statement[] = []
  const bySentence = Map.groupBy(
    examples.filter(({ is_given }) => !is_given),
    ({ sentence }) => sentence,
  )
  for (const together of bySentence.values()) {
    const rivals = together.map((example): ScoredPair => {
      const { a, b, types } = example
      return { a, b, types, scores: scores(example) }
    })
    for (const [row, example] of together.entries()) {
      const pair = rivals[row] as ScoredPair
      for (const [at, type] of example.types.entries()) {
        const label = example.labels[at] as number
        if (label < 0 || (pair.scores[at] as number) < scoreLeast) continue
        const traits = new Float32Array(pairTraitCount)
        fillTraits(traits, { pair, at, place: example.place, rivals })
        found.push({ example, at, type, traits, isRight: label === 1 })
      }
    }
  }
  return found
}

/** Marked statements of every fold, scored by models that have learned from all examples but that fold. */
export function leftOutStatements(
  examples: Example[],
  { folds, progress }: { folds: number; progress(text: string): void },
): { statements: Statement[]; foldOf(example: Example): number } {
  const foldOf = foldsOf(examples, folds)
  const statements: Statement[] = []
  for (let fold = 0; fold < folds; fold++) {
    const models = learnStatements(examples.filter((example) => foldOf(example) !== fold))
    const left = examples.filter((example) => foldOf(example) === fold)
    statements.push(...statementsOf(left, (example) => scoresOf(models, example)))
    progress(`fold ${fold + 1} of ${folds}`)
  }
  return { statements, foldOf }
}

/** Judged pages and sentences in turn; -1 for what is learned from alone. */
function foldsOf(examples: Example[], folds: number): (example: Example) => number {
  const byGroup = new Map<string, number>()
  // A fold of KnowledgeNet is too large to be left out as one.
  const groupOf = ({ set, group, sentence }: Example) => (isWhole(set) ? `${set} ${group}` : `${set} ${sentence}`)
  for (const example of examples) {
    const group = groupOf(example)
    if (isJudged(example) && !byGroup.has(group)) byGroup.set(group, byGroup.size % folds)
  }
  return (example) => byGroup.get(groupOf(example)) ?? -1
}

export function learnTrees(statements: Statement[]): TreeModel {
  const values = new Float32Array(statements.length * pairTraitCount)
  for (const [row, { traits }] of statements.entries()) values.set(traits, row * pairTraitCount)
  const labels = Uint8Array.from(statements, ({ isRight }) => Number(isRight))
  const weights = new Float64Array(statements.length).fill(1)
  return trainTrees({ values, width: pairTraitCount, labels, weights }, treeOptions)
}

/** Models and trees of these examples. */
export function learnBoth(examples: Example[], progress: (text: string) => void): { models: Models; trees: TreeModel } {
  const { statements } = leftOutStatements(examples, { folds: 2, progress })
  return { models: learnStatements(examples), trees: learnTrees(statements) }
}
