import { pointToWhen } from '../../dates/date-point.ts'
import { type BaseKind, type Claim, entityClaim, type Quote, type When } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { isReadLanguage, primaryLanguage } from '../../language/detection/tell-language.ts'
import { foldName } from '../../language/fold-name.ts'
import { blockAt } from '../blocks/block-at.ts'
import { claimsOfRecords, type PageRecords, readRecords, withRecordMentions } from '../records/read-records.ts'
import { readPageSentences, supportedMentions, taggedMentions } from './find-mentions.ts'
import { confidenceOfSigns, signsOf, signsOfField } from './name-confidence.ts'
import { isDoubtful, lettersAlone } from './rules/doubtful-names.ts'
import { type JoinedName, joinNames, wordsAlone } from './rules/join-names.ts'
import { lifeDates } from './rules/life-dates.ts'
import type { Mention } from './rules/mention.ts'
import type { NamedPage } from './rules/named-page.ts'
import { readRelations } from './rules/read-relations.ts'
import { Tagger } from './tagger/tagger.ts'
import type { WordTable } from './tagger/word-table.ts'

// Finds the people, organizations, places and events that the text of a page names, without a language model.

export interface NameOptions {
  /** The score that a name needs, 0 to 1; by default the one of its kind. */
  threshold?: number
  tagger?: Tagger
}

/** Chosen on our own pages, so figures on those are tuned: see `npm run eval -- pages` and `entities`. */
export const nameThresholds: Record<BaseKind, number> = { person: 0.55, object: 0.82, location: 0.6, event: 0.75 }
/** Added to the score of a name that is also in the page's title. */
const titleBonus = 0.1
/** The shares that are right: of relations in records 109 of 121 by eye on five sites, in sentences on pages of our own. */
const recordRelation = 0.9
const textRelation = 0.85
const claimsMax = 1_000
const quoteMax = 300
/** A sentence shorter than this is quoted with the rest of its block. */
const shortSentence = 40

export function readNames(page: NamedPage, options: NameOptions = {}): Claim[] {
  const reader = options.tagger ?? Tagger.shared()
  const records = readRecords(page, reader)
  const entities = nameEntities(page, options, records).slice(0, claimsMax)
  const byRecords = claimsOfRecords(page, records, entities)
  const stored = { ...page, text: records.text }
  return [
    ...entities.map((entity) => claimOf(stored, entity, reader.words)),
    ...byRecords.claims.map(likelyRecord),
    ...readRelations(page, entities, byRecords.claims, byRecords.subjects).map(likelyRelation),
  ]
}

export function nameEntities(
  page: NamedPage,
  { threshold, tagger }: NameOptions = {},
  records?: PageRecords,
): JoinedName[] {
  const reader = tagger ?? Tagger.shared()
  const sentences = readPageSentences(page.text, page.blocks)
  const isEnglish = page.language !== null && primaryLanguage(page.language) === 'en'
  const inText = isReadLanguage(page.language)
    ? taggedMentions(page.text, sentences, reader, isEnglish)
    : supportedMentions(page.text, sentences, reader)
  const isFrench = page.language !== null && primaryLanguage(page.language) === 'fr'
  const untitled = isFrench ? inText.map(withoutMonsieur) : inText
  const mentions = withRecordMentions(untitled, records ?? readRecords(page, reader))
  const title = ` ${foldName(page.title ?? '')} `
  const options = { words: reader.words, alone: wordsAlone(sentences), hasBareGenitive: !isEnglish }
  const titles = new Set((page.title ?? '').split(/\s[|–—·»-]\s/u).map(foldName))
  const doubt = { words: reader.words, titles, letters: lettersAlone(page.text) }
  return joinNames(mentions, options).filter((joined) => {
    const { kind, name, score } = joined
    if (isDoubtful(joined, doubt)) return false
    const bonus = title.includes(` ${foldName(name)} `) ? titleBonus : 0
    return score + bonus >= (threshold ?? nameThresholds[kind])
  })
}

/** `M. Blanc` has an initial in other languages. */
function withoutMonsieur(mention: Mention): Mention {
  const title = mention.kind === 'person' ? /^MM?\.\s+(?=\p{Lu})/u.exec(mention.name)?.[0] : undefined
  const second = mention.sentence.tokens[mention.from + 1]
  if (title === undefined || !second || mention.from + 1 >= mention.to) return mention
  const name = mention.name.slice(title.length)
  return { ...mention, name, start: second.start, from: mention.from + 1, isSure: true }
}

/** A claim of a record: a name as likely as its column is of the kind. */
function likelyRecord(claim: Claim): Claim {
  const confidence = claim.type === 'entity' ? confidenceOfSigns(signsOfField(claim.kind as BaseKind)) : recordRelation
  return { ...claim, confidence }
}

/** That two names are mentioned together says little, and is as likely as all that text says. */
const likelyRelation = (claim: Claim): Claim =>
  claim.type === 'relationship' && claim.relation !== 'mentioned_with' ? { ...claim, confidence: textRelation } : claim

function claimOf(page: NamedPage, entity: JoinedName, words: WordTable): Claim {
  const { kind, name, aliases, mentions } = entity
  const lived = kind === 'person' ? lifeOf(page, mentions) : undefined
  const held = kind === 'event' ? yearOf(name) : undefined
  const mention = lived?.mention ?? (mentions[0] as Mention)
  return entityClaim({
    ref: refOf(kind, name),
    kind,
    name,
    aliases,
    when: lived?.when ?? held ?? null,
    confidence: confidenceOfSigns(signsOf(entity, words)),
    quote: quoteOf(page, mention, lived?.end ?? mention.end),
  })
}

function lifeOf(page: NamedPage, mentions: Mention[]): { mention: Mention; when: When; end: number } | undefined {
  for (const mention of mentions.slice(0, 20)) {
    const found = lifeDates(page.text, mention.end, page.language)
    if (found) return { mention, ...found }
  }
  return undefined
}

/** The year in the name of an event: DConf 2016 was in 2016. */
function yearOf(name: string): When | undefined {
  const years = name.match(/\b(?:1[5-9]|20)\d\d\b/g) ?? []
  const [year] = years
  return year !== undefined && years.length === 1 ? pointToWhen({ precision: 'year', year: Number(year) }) : undefined
}

/** The sentence around a mention; it reaches at least to `end`. */
function quoteOf({ text, blocks }: NamedPage, { sentence, start }: Mention, end: number): Quote {
  const { tokens } = sentence
  const block = blocks[sentence.block]
  // A name in a field is quoted with its block, a picture's alone.
  if (!block) {
    const around = blockAt(blocks, start)
    const [from, to] = around && around.end - around.start <= quoteMax ? [around.start, around.end] : [start, end]
    return { text: text.slice(from, to), start: from, end: to }
  }
  let from = tokens[0]?.start ?? start
  let to = Math.max(end, tokens.at(-1)?.end ?? end)
  if (to - from < shortSentence && block.end - block.start <= quoteMax) [from, to] = [block.start, block.end]
  if (to - from > quoteMax) {
    const room = Math.max(0, quoteMax - (end - start))
    const earliest = Math.max(from, start - Math.floor(room / 2))
    from = tokens.find((token) => token.start >= earliest && token.start <= start)?.start ?? start
    const latest = Math.min(to, from + quoteMax)
    to = Math.max(end, tokens.findLast((token) => token.end <= latest)?.end ?? end)
  }
  return { text: text.slice(from, to), start: from, end: to }
}
