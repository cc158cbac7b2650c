import {
  type StatementColumns,
  type StatementHeader,
  StatementModel,
  type StatementSetting,
} from '../../../../server/src/reader/statements/statement-model.ts'
import { waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import type { Example } from './examples.ts'
import { type LinearModel, learnStatements } from './learn.ts'

// Learned models as the file of the server has them: small weights of features that several types share.

const unit = 0.01
/** Weights below this change nothing. */
const weightLeast = 3

export function packStatements(
  learned: (LinearModel | undefined)[],
  types: StatementSetting[],
): { header: StatementHeader; columns: StatementColumns } {
  const byFeature = new Map<number, [type: number, weight: number][]>()
  for (const [type, model] of learned.entries()) {
    const { least, name } = types[type] as StatementSetting
    if (least === null && !waysToBelong.includes(name)) continue
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

/** A model that has learned from these examples alone, and says each type from the same score on as the one that ships. */
export function learnModel(examples: Example[]): StatementModel {
  const learned = learnStatements(examples)
  const settings = StatementModel.shared().settings.map((setting, type) => ({
    ...setting,
    bias: learned[type]?.bias ?? 0,
    least: learned[type] ? setting.least : null,
  }))
  const { header, columns } = packStatements(learned, settings)
  return new StatementModel(header, columns)
}
