import { compileModel } from '../../../../server/src/reader/main-text/tree-model.ts'
import {
  type StatementColumns,
  type StatementHeader,
  StatementModel,
  type StatementSetting,
} from '../../../../server/src/reader/statements/statement-model.ts'
import type { Example } from './examples.ts'
import { learnBoth, type Models } from './learn-verdicts.ts'

// Learned models as the file of the server has them: small weights of features that several types share.

const unit = 0.01
/** Weights below this change nothing. */
const weightLeast = 3

export function packStatements(
  learned: Models,
  types: StatementSetting[],
): { header: StatementHeader; columns: StatementColumns } {
  const byFeature = new Map<number, [type: number, weight: number][]>()
  for (const [type, model] of learned.entries()) {
    for (const [feature, weight] of model?.weights ?? []) {
      const stored = Math.round(weight / unit)
      if (Math.abs(stored) < weightLeast) continue
      const list = byFeature.get(feature)
      if (list) list.push([type, stored])
      else byFeature.set(feature, [[type, stored]])
    }
  }
  const features = Uint32Array.from(byFeature.keys()).sort()
  const lists = Array.from(features, (feature) => byFeature.get(feature) as [number, number][])
  const columns = {
    features,
    counts: Uint8Array.from(lists, (list) => list.length),
    labels: Uint8Array.from(lists.flat(), ([type]) => type),
    weights: Int16Array.from(lists.flat(), ([, weight]) => weight),
  }
  return { header: { features: features.length, weights: columns.weights.length, unit, types }, columns }
}

/** The bias of a type that nothing has been learned of. */
const neverSaid = -9
export const biasOf = (models: Models, type: number): number => models[type]?.bias ?? neverSaid

/** A model that has learned from these examples alone, and says each type from the same verdict on as the one that ships. */
export function learnModel(examples: Example[], progress: (text: string) => void): StatementModel {
  const { models, trees } = learnBoth(examples, progress)
  const settings = StatementModel.shared().settings.map((setting, type) => ({
    ...setting,
    bias: biasOf(models, type),
    least: models[type] ? setting.least : null,
  }))
  const { header, columns } = packStatements(models, settings)
  return new StatementModel(header, columns, compileModel(trees))
}
