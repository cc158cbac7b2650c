import { featureBits } from '../../../server/src/reader/names/tagger/features.ts'
import { labelCount } from '../../../server/src/reader/names/tagger/labels.ts'
import type { TaggerColumns, TaggerHeader } from '../../../server/src/reader/names/tagger/tagger-file.ts'
import type { WordColumns } from '../../../server/src/reader/names/tagger/word-table.ts'
import type { Learned } from './tagger-learn.ts'

/** What one unit of a stored weight is worth, and below which weights are left out. */
export const packing = { unit: 1 / 32, least: 0.04 }

/** What was learned, in the numbers that the file holds. */
export function packModel(
  { features, weights, steps }: Learned,
  words: WordColumns,
  trainedOn: string[],
): { header: TaggerHeader; columns: TaggerColumns } {
  const kept: number[] = []
  const counts: number[] = []
  const labels: number[] = []
  const values: number[] = []
  for (let at = 0; at < features.length; at++) {
    if ((features[at] as number) >= 2 ** featureBits) continue
    const before = labels.length
    for (let label = 0; label < labelCount; label++) {
      const weight = weights[at * labelCount + label] as number
      if (Math.abs(weight) < packing.least) continue
      labels.push(label)
      values.push(Math.round(weight / packing.unit))
    }
    if (labels.length === before) continue
    kept.push(features[at] as number)
    counts.push(labels.length - before)
  }
  const columns: TaggerColumns = {
    ...words,
    features: Uint32Array.from(kept),
    counts: Uint8Array.from(counts),
    labels: Uint8Array.from(labels),
    weights: Int16Array.from(values),
    steps: Int16Array.from(steps, (step) => Math.round(step / packing.unit)),
  }
  const header: TaggerHeader = {
    words: words.words.length,
    phrases: words.phrases.length,
    organizations: words.organizations.length,
    nouns: words.nouns.length,
    features: kept.length,
    weights: values.length,
    steps: steps.length,
    unit: packing.unit,
    trained_on: trainedOn,
  }
  return { header, columns }
}
