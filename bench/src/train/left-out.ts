import { Tagger } from '../../../server/src/reader/names/tagger/tagger.ts'
import type { WordTable } from '../../../server/src/reader/names/tagger/word-table.ts'
import type { MarkedPage } from './marks/marked-pages.ts'
import { foldCount, foldOf, sentencesOf } from './names/marked-sentences.ts'
import { heldOutGerman, type LabelledSentence, taggerSets } from './tagger-data.ts'
import { type Learned, learn, learnInParts, learnOptions } from './tagger-learn.ts'
import { packModel } from './tagger-model.ts'

/** A tagger that has learned from all sets but some, and never from the tenth of German that is measured on. */
export function learnWithout(
  sentences: LabelledSentence[],
  words: WordTable,
  { without, progress }: { without: string[]; progress(text: string): void },
): Tagger {
  const left = sentences.filter(({ set }) => set !== heldOutGerman && !without.includes(set))
  const learned = learn(left, words, { ...learnOptions, progress })
  return taggerOf(
    learned,
    words,
    taggerSets.filter((name) => !without.includes(name)),
  )
}

/** Taggers that have learned from all sets, and from all marked pages but those of a fold. */
export function learnWithoutPages(
  sentences: LabelledSentence[],
  words: WordTable,
  { pages, progress }: { pages: MarkedPage[]; progress(text: string): void },
): Tagger[] {
  const ofPages = pages.map(sentencesOf)
  const parts = Array.from({ length: foldCount }, (_, fold) =>
    ofPages.filter((_page, at) => foldOf(at) !== fold).flat(),
  )
  const sets = sentences.filter(({ set }) => set !== heldOutGerman)
  return learnInParts(sets, words, { ...learnOptions, parts, progress }).map((learned) =>
    taggerOf(learned, words, taggerSets),
  )
}

function taggerOf(learned: Learned, words: WordTable, trainedOn: string[]): Tagger {
  const { header, columns } = packModel(learned, words.columns, trainedOn)
  return new Tagger(header, columns)
}
