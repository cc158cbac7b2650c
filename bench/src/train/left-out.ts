import { Tagger } from '../../../server/src/reader/names/tagger/tagger.ts'
import type { WordTable } from '../../../server/src/reader/names/tagger/word-table.ts'
import { heldOutGerman, type LabelledSentence, taggerSets } from './tagger-data.ts'
import { learn, learnOptions } from './tagger-learn.ts'
import { packModel } from './tagger-model.ts'

/** A tagger that has learned from all sets but some, and never from the tenth of German that is measured on. */
export function learnWithout(
  sentences: LabelledSentence[],
  words: WordTable,
  { without, progress }: { without: string[]; progress(text: string): void },
): Tagger {
  const left = sentences.filter(({ set }) => set !== heldOutGerman && !without.includes(set))
  const learned = learn(left, words, { ...learnOptions, progress })
  const { header, columns } = packModel(
    learned,
    words.columns,
    taggerSets.filter((name) => !without.includes(name)),
  )
  return new Tagger(header, columns)
}
