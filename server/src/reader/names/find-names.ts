import type { BaseKind } from '../../facts/claim.ts'
import { isReadLanguage, primaryLanguage } from '../../language/detection/tell-language.ts'
import { foldName } from '../../language/fold-name.ts'
import { type PageRecords, readRecords, withoutCutFields, withRecordMentions } from '../records/read-records.ts'
import type { StatementModel } from '../statements/statement-model.ts'
import { readPageSentences, supportedMentions, taggedMentions } from './find-mentions.ts'
import { confidenceOfName } from './name-confidence.ts'
import { type Likelihood, shippedLikelihood } from './name-likelihood.ts'
import { lowerWords, nameTraits } from './name-traits.ts'
import { isDoubtful, lettersAlone, namesLanguages } from './rules/doubtful-names.ts'
import { type JoinedName, joinNames, wordsAlone } from './rules/join-names.ts'
import type { Mention, Sentence } from './rules/mention.ts'
import type { NamedPage } from './rules/named-page.ts'
import { statedNames, withStated } from './rules/stated-names.ts'
import { SpanScores } from './span-scores.ts'
import { Tagger } from './tagger/tagger.ts'
import { isGiven, isSurname, type WordTable } from './tagger/word-table.ts'

// The names of a page, each once with all its mentions in text and records.

export interface NameOptions {
  /** How likely a name must be right, 0 to 1; by default as its kind needs. Where that is not known, its score. */
  threshold?: number
  tagger?: Tagger
  likelihood?: Likelihood
  /** The model that knows what sentences say. */
  statements?: StatementModel
}

/** A name of a page. */
export interface FoundName extends JoinedName {
  /** How likely it is right; undefined in fields, and in languages that it was not learned in. */
  likelihood?: number
}

/** How likely a name must be right. Chosen on marked pages: see `npm run eval -- prose`. */
const leastLikely: Record<BaseKind, number> = { person: 0.5, object: 0.54, location: 0.58, event: 0.6 }
/** The same of an event whose year or head noun confirms that it is one: few were marked. */
const leastOfSureEvent = 0.3
/** The same of an organization that the list of well-known ones has. */
const leastOfKnownBody = 0.4
/** The scores that a name needs in other languages. Chosen on our own pages: see `npm run eval -- pages`. */
export const nameThresholds: Record<BaseKind, number> = { person: 0.55, object: 0.82, location: 0.6, event: 0.75 }
/** The score that a person needs there of whom no word is known as a name: `Cómputo Científico`. */
const leastOfUnknown = 0.7
/** A name that is more likely wrong than right is none, in any language; those of people are wrong too seldom to lose any. */
const leastConfidence = 0.5
/** Added to the score of a name that is also in the page's title. */
const titleBonus = 0.1
/** The languages of the pages that likelihoods were learned from. */
const likelihoodLanguages: ReadonlySet<string> = new Set(['de', 'en'])

export function findNames(page: NamedPage, options: NameOptions = {}, records?: PageRecords): FoundName[] {
  const { names, isSure } = findAllNames(page, options, { records })
  return names.filter(isSure)
}

export interface FoundNames {
  /** Names that are likely enough, and doubtful ones. */
  names: FoundName[]
  isSure(name: FoundName): boolean
}

/** A name that is less likely is none, whatever is said of it. */
const doubtfulLeast = 0.2

export function findAllNames(
  page: NamedPage,
  options: NameOptions,
  { records, sentences }: { records?: PageRecords | undefined; sentences?: Sentence[] | undefined } = {},
): FoundNames {
  const { threshold, likelihood = shippedLikelihood() } = options
  const sure = new Set<FoundName>()
  const tagger = options.tagger ?? Tagger.shared()
  const { words } = tagger
  const candidates = nameCandidates(page, tagger, { records, sentences })
  const names = candidates.flatMap(({ name, traits, isTitle }): FoundName[] => {
    const { kind, mentions, score } = name
    const isRated = isJudged(page) && !mentions.some(({ isField }) => isField)
    const likely = isRated ? likelihood(traits) : score + (isTitle ? titleBonus : 0)
    const isSureEvent = kind === 'event' && mentions.some((mention) => mention.isSure)
    const isKnownBody = kind === 'object' && words.isOrganizationName(name.name.split(' '))
    const leastOfKnown = isSureEvent ? leastOfSureEvent : isKnownBody ? leastOfKnownBody : undefined
    const least = isRated ? (leastOfKnown ?? leastLikely[kind]) : leastScoreOf(name, words)
    const found = isRated ? { ...name, likelihood: likely } : name
    const isUnlikely =
      !isRated && threshold === undefined && kind !== 'person' && confidenceOfName(found, words) < leastConfidence
    if (likely >= (threshold ?? least) && !isUnlikely) sure.add(found)
    return likely >= Math.min(doubtfulLeast, threshold ?? 1) ? [found] : []
  })
  return { names, isSure: (name) => sure.has(name) }
}

function leastScoreOf({ kind, name, mentions }: JoinedName, words: WordTable): number {
  const isKnown = (word: string) => /^\p{Lu}\.$/u.test(word) || (words.flagsOf(word) & (isGiven | isSurname)) !== 0
  const isVouched = kind !== 'person' || mentions.some(({ isField, isSure }) => isField || isSure)
  return isVouched || name.split(' ').some(isKnown) ? nameThresholds[kind] : leastOfUnknown
}

const isJudged = ({ language }: NamedPage) =>
  language !== null && likelihoodLanguages.has(primaryLanguage(language) ?? '')

/** All that may be names, each once, with what the page shows of it. */
export function nameCandidates(
  page: NamedPage,
  reader: Tagger,
  {
    records,
    sentences = readPageSentences(page.text, page.blocks),
  }: { records?: PageRecords | undefined; sentences?: Sentence[] | undefined } = {},
): { name: JoinedName; traits: Float32Array; isTitle: boolean }[] {
  const isEnglish = page.language !== null && primaryLanguage(page.language) === 'en'
  const scores = new SpanScores()
  const inText = isReadLanguage(page.language)
    ? taggedMentions(page.text, sentences, reader, { language: page.language, isJudged: isJudged(page), scores })
    : supportedMentions(page.text, sentences, reader)
  const isFrench = page.language !== null && primaryLanguage(page.language) === 'fr'
  const untitled = isFrench ? inText.map(withoutMonsieur) : inText
  const inSentences = withStated(untitled, sentences, statedNames(page.claims ?? []))
  const mentions = withRecordMentions(withoutCutFields(inSentences, page), records ?? readRecords(page, reader))
  const options = { words: reader.words, alone: wordsAlone(sentences), hasBareGenitive: !isEnglish }
  const titles = new Set((page.title ?? '').split(/\s[|–—·»-]\s/u).map(foldName))
  const ofText = {
    letters: once(() => lettersAlone(page.text)),
    hasPrograms: once(() => ({ is: namesLanguages(page.text) })),
  }
  const title = ` ${foldName(page.title ?? '')} `
  const { language, blocks } = page
  const context = { words: reader.words, language, blocks, scores, lower: lowerWords(sentences) }
  const joined = joinNames(mentions, options)
  const organizations = new Set(joined.flatMap(({ kind, name }) => (kind === 'object' ? [foldName(name)] : [])))
  const doubt = { words: reader.words, titles, ...ofText, organizations }
  return joined.flatMap((name) => {
    if (isDoubtful(name, doubt)) return []
    const isTitle = title.includes(` ${foldName(name.name)} `)
    return [{ name, traits: nameTraits(name, { ...context, isTitle }), isTitle }]
  })
}

/** Asked for by few names, and dear on a long page. */
function once<Value extends object>(find: () => Value): () => Value {
  let found: Value | undefined
  return () => {
    found ??= find()
    return found
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
