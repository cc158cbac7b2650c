import type { JoinedName } from '../names/rules/join-names.ts'
import type { Mention, Sentence } from '../names/rules/mention.ts'
import type { WordTable } from '../names/tagger/word-table.ts'
import { distanceMax, type Words, wordsOf } from './pair-features.ts'
import { type End, endsOf } from './sentence-ends.ts'
import { typesBetween } from './statement-types.ts'

// The pairs of ends that a sentence may say something of.

export interface SentenceEnds {
  sentence: Sentence
  readonly words: Words
  ends: End[]
  language: string | null
}

interface PageText {
  text: string
  language: string | null
}

/** The sentences that name something, each with its ends. */
export function* sentencesWithEnds(
  page: PageText,
  { sentences, names }: { sentences: Sentence[]; names: JoinedName[] },
  table: WordTable,
): Generator<SentenceEnds> {
  const bySentence = new Map<Sentence, { entity: JoinedName; mention: Mention }[]>()
  for (const sentence of sentences) if ((sentence.spans?.length ?? 0) > 0) bySentence.set(sentence, [])
  for (const entity of names) {
    for (const mention of entity.mentions) {
      if (mention.sentence.tokens.length === 0 || mention.sentence.isShouted) continue
      const named = bySentence.get(mention.sentence)
      if (named) named.push({ entity, mention })
      else bySentence.set(mention.sentence, [{ entity, mention }])
    }
  }
  for (const [sentence, named] of bySentence) {
    const ends = endsOf(page.text, sentence, named, page.language)
    let words: Words | undefined
    yield {
      sentence,
      // Most sentences have no two ends, and are never asked.
      get words() {
        words ??= wordsOf(sentence, ends, { table, language: page.language })
        return words
      },
      ends,
      language: page.language,
    }
  }
}

export function* candidatePairs(ends: End[]): Generator<[End, End]> {
  for (const a of ends) {
    for (const b of ends) {
      if (a === b || typesBetween(a.kind, b.kind).length === 0) continue
      if (a.entity !== undefined && a.entity === b.entity) continue
      const gap = a.from < b.from ? b.from - a.to : a.from - b.to
      if (gap < 0 || gap > distanceMax) continue
      yield [a, b]
    }
  }
}
