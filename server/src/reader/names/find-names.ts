import type { BaseKind } from '../../facts/claim.ts'
import { isReadLanguage, primaryLanguage } from '../../language/detection/tell-language.ts'
import { foldName } from '../../language/fold-name.ts'
import { type PageRecords, readRecords, withRecordMentions } from '../records/read-records.ts'
import type { StatementModel } from '../statements/statement-model.ts'
import { readPageSentences, supportedMentions, taggedMentions } from './find-mentions.ts'
import { isDoubtful, lettersAlone } from './rules/doubtful-names.ts'
import { type JoinedName, joinNames, wordsAlone } from './rules/join-names.ts'
import type { Mention, Sentence } from './rules/mention.ts'
import type { NamedPage } from './rules/named-page.ts'
import { Tagger } from './tagger/tagger.ts'

// The names of a page, each once with all its mentions in text and records.

export interface NameOptions {
  /** The score that a name needs, 0 to 1; by default the one of its kind. */
  threshold?: number
  tagger?: Tagger
  /** The model that knows what sentences say. */
  statements?: StatementModel
}

/** Chosen on our own pages, so figures on those are tuned: see `npm run eval -- pages` and `entities`. */
export const nameThresholds: Record<BaseKind, number> = { person: 0.55, object: 0.82, location: 0.6, event: 0.75 }
/** Added to the score of a name that is also in the page's title. */
const titleBonus = 0.1

export function findNames(
  page: NamedPage,
  { threshold, tagger }: NameOptions = {},
  records?: PageRecords,
  sentences: Sentence[] = readPageSentences(page.text, page.blocks),
): JoinedName[] {
  const reader = tagger ?? Tagger.shared()
  const isEnglish = page.language !== null && primaryLanguage(page.language) === 'en'
  const inText = isReadLanguage(page.language)
    ? taggedMentions(page.text, sentences, reader, isEnglish)
    : supportedMentions(page.text, sentences, reader)
  const isFrench = page.language !== null && primaryLanguage(page.language) === 'fr'
  const untitled = isFrench ? inText.map(withoutMonsieur) : inText
  const mentions = withRecordMentions(untitled, records ?? readRecords(page, reader))
  const options = { words: reader.words, alone: wordsAlone(sentences), hasBareGenitive: !isEnglish }
  const titles = new Set((page.title ?? '').split(/\s[|–—·»-]\s/u).map(foldName))
  const doubt = { words: reader.words, titles, letters: lettersAlone(page.text) }
  const isSure = sureNames(page, { threshold })
  return joinNames(mentions, options).filter((joined) => !isDoubtful(joined, doubt) && isSure(joined))
}

/** Whether a name of the page has the score that it needs. */
export function sureNames({ title }: NamedPage, { threshold }: NameOptions): (name: JoinedName) => boolean {
  const folded = ` ${foldName(title ?? '')} `
  return ({ kind, name, score }) => {
    const bonus = folded.includes(` ${foldName(name)} `) ? titleBonus : 0
    return score + bonus >= (threshold ?? nameThresholds[kind])
  }
}

/** `M. Blanc` has an initial in other languages. */
function withoutMonsieur(mention: Mention): Mention {
  const title = mention.kind === 'person' ? /^MM?\.\s+(?=\p{Lu})/u.exec(mention.name)?.[0] : undefined
  const second = mention.sentence.tokens[mention.from + 1]
  if (title === undefined || !second || mention.from + 1 >= mention.to) return mention
  const name = mention.name.slice(title.length)
  return { ...mention, name, start: second.start, from: mention.from + 1, isSure: true }
}
