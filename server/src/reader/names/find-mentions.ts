import { isCapitalised, startsWithLetter } from '../../language/capitals.ts'
import { isGerman, primaryLanguage } from '../../language/detection/tell-language.ts'
import { readSentences, type TextToken } from '../../language/sentences/sentences.ts'
import type { Block } from '../blocks/parsed-page.ts'
import { datedEvents } from './events/dated-events.ts'
import { namedEvents } from './events/named-events.ts'
import { withRegions } from './region-codes.ts'
import { compoundNames } from './rules/compound-names.ts'
import { baseKindOf, type Mention, type Sentence } from './rules/mention.ts'
import { headJoiners, nameJoiners, organizationHeads, plainWord, sureForms } from './rules/name-words.ts'
import { articlesBeforeNames, isLegalFormWord, shapeMention } from './rules/shape-mention.ts'
import { namesBySupport } from './rules/support.ts'
import type { SpanScores } from './span-scores.ts'
import type { TaggedSpan, Tagger } from './tagger/tagger.ts'
import { isSurname, type WordTable } from './tagger/word-table.ts'

// Finds every text span of a page that may be a name.

export type NamedBlock = Pick<Block, 'start' | 'end' | 'kind' | 'is_main' | 'is_own'>

/** Characters read per page; text further down mostly repeats. */
const charsMax = 100_000
/** Longer words are not names: a line of a table or list may hold anything. */
const longWord = 60
/** The score that a person's name needs in a language the tagger has not learned, besides appearing twice. */
const doubtfulScore = 0.5
const repeatsKept = 50

export function readPageSentences(text: string, blocks: NamedBlock[]): Sentence[] {
  const sentences: Sentence[] = []
  let chars = 0
  for (const [block, { start, end, kind, is_own }] of blocks.entries()) {
    if (!is_own || kind === 'code') continue
    const stop = Math.min(end, start + charsMax - chars)
    if (stop <= start) break
    chars += stop - start
    const read = readSentences(text, start, stop).flatMap((tokens) =>
      kind === 'table_row' ? cellsOf(tokens) : [tokens],
    )
    for (const tokens of read)
      sentences.push(describe(tokens, { block, isAlone: read.length === 1 || kind === 'table_row' }))
  }
  return sentences
}

/** Splits a table row into cells: the words of one cell say nothing about those of the next. */
function cellsOf(tokens: TextToken[]): TextToken[][] {
  const cells: TextToken[][] = [[]]
  for (const token of tokens) {
    if (token.text === '|') cells.push([])
    else cells.at(-1)?.push(token)
  }
  return cells.filter((cell) => cell.length > 0)
}

function describe(tokens: Sentence['tokens'], { block, isAlone }: Pick<Sentence, 'block' | 'isAlone'>): Sentence {
  let letters = 0
  let lower = 0
  let capitals = 0
  for (const { text } of tokens) {
    if (!startsWithLetter(text)) continue
    letters++
    if (isCapitalised(text)) capitals++
    if (hasLower(text)) lower++
  }
  return {
    tokens,
    block,
    isAlone,
    isShouted: letters > 2 && lower <= letters / 4,
    isTitled: letters >= 4 && capitals > 0.8 * letters,
  }
}

function hasLower(word: string): boolean {
  const last = word.charCodeAt(word.length - 1)
  return (last >= 97 && last <= 122) || /\p{Ll}/u.test(word)
}

/**
 * Mentions found by the tagger, in a language that it has learned. It knows English sentences best: elsewhere a given
 * name, a title or a head noun counts beside it, and in headings and items a given name in English too. `isJudged`: see
 * name-likelihood.ts.
 */
export function taggedMentions(
  text: string,
  sentences: Sentence[],
  tagger: Tagger,
  { language, isJudged, scores }: { language: string | null; isJudged: boolean; scores: SpanScores },
): Mention[] {
  const mentions: Mention[] = []
  const page = { text, words: tagger.words, language }
  const isEnglish = language !== null && primaryLanguage(language) === 'en'
  const tagging = { isGerman: isGerman(language) }
  const mayName = ({ isShouted, tokens }: Sentence) =>
    !isShouted && tokens.some((token) => isCapitalised(token.text) && token.text.length < longWord)
  const named = sentences.filter(mayName)
  for (const sentence of named) {
    const words = sentence.tokens.map((token) => token.text)
    const spans = isJudged
      ? tagger.allSpans(words, { ...tagging, least: leastScore })
      : tagger.tagSentence(words, tagging)
    if (isJudged) scores.add(sentence, spans, text)
    sentence.spans = spans
  }
  for (const sentence of named) {
    const words = sentence.tokens.map((token) => token.text)
    if (isJudged) sentence.spans = likeliest(sentence.spans ?? [], scores)
    const events = eventsIn(sentence, words, page)
    const found = [...events]
    for (const { start, end, kind, score } of sentence.spans ?? []) {
      const to = kind === 'ORG' ? withComplement(sentence, words, end) : end
      const span = { from: start, to: withForm(words, to), kind: baseKindOf[kind], score }
      const mention = shapeMention(sentence, span, page)
      if (mention && !events.some((event) => event.from < mention.to && mention.from < event.to)) found.push(mention)
    }
    const supported = withSupport(found, { sentence, page, isEnglish })
    mentions.push(...withRegions(supported, sentence, tagger.words))
  }
  const inSentence = Map.groupBy(mentions, ({ sentence }) => sentence)
  const isOrganization = (name: string) => scores.of(name).top.object >= leastElsewhere
  const context = { words: tagger.words, isOrganization }
  const inCompounds = sentences.flatMap((sentence) =>
    sentence.isShouted ? [] : compoundNames(sentence, inSentence.get(sentence) ?? [], context),
  )
  return inCompounds.length === 0 ? mentions : [...mentions, ...inCompounds].sort((a, b) => a.start - b.start)
}

/** Events named by a year or by a head noun; of two that overlap the longer. */
function eventsIn(
  sentence: Sentence,
  words: string[],
  page: { text: string; words: WordTable; language: string | null },
): Mention[] {
  const dated = datedEvents(sentence, page)
  const kept = namedEvents(sentence, words, page).filter((one) =>
    dated.every((other) => !overlap(one, other) || one.to - one.from > other.to - other.from),
  )
  return [...kept, ...dated.filter((one) => kept.every((other) => !overlap(one, other)))]
}

const overlap = (a: Mention, b: Mention) => a.from < b.to && b.from < a.to

/** What the tagger must think of a word elsewhere on the page that is part of another: `VW-Chef`. */
const leastElsewhere = 0.5
/** Where likelihoods judge names, a span with less is left out of account. */
const leastScore = 0.05
/** A span that ranks lower is no name, whatever else speaks for it. */
const leastName = 0.12

/** Spans that do not overlap, the likeliest first: half by their sentence, half by all places with the same words. */
function likeliest(spans: TaggedSpan[], scores: SpanScores): TaggedSpan[] {
  const ranked = spans.flatMap((span): { span: TaggedSpan; rank: number }[] => {
    if (!baseKindOf[span.kind]) return []
    const rank = (span.score + scores.meanOf(span)) / 2
    return rank < leastName ? [] : [{ span, rank }]
  })
  const kept: TaggedSpan[] = []
  for (const { span } of ranked.sort((a, b) => b.rank - a.rank)) {
    if (kept.every(({ start, end }) => end <= span.start || span.end <= start)) kept.push(span)
  }
  return kept.sort((a, b) => a.start - b.start)
}

/** A span of the tagger with less is no name by itself: whatever has support instead is believed. */
const weakScore = 0.62

/** Adds the names that have support and do not touch others, and believes those more that both find. */
function withSupport(
  found: Mention[],
  { sentence, page, isEnglish }: { sentence: Sentence; page: { text: string; words: WordTable }; isEnglish: boolean },
): Mention[] {
  let all = [...found]
  const words = sentence.tokens.map((token) => token.text)
  for (const span of namesBySupport(sentence, page.words)) {
    const to = span.kind === 'object' ? withForm(words, span.to) : span.to
    const shaped = shapeMention(sentence, { ...span, to }, page)
    if (!shaped) continue
    const mention = to > span.to ? { ...shaped, isSure: true } : shaped
    const others = all.filter((other) => other.from < mention.to && mention.from < other.to)
    const [same] = others
    const isSame = others.length === 1 && same?.from === mention.from && same.to === mention.to
    if (isEnglish && !isSupportedInEnglish(mention, page.words, isSame)) continue
    if (!same) all.push(mention)
    else if (isSame && same.kind === mention.kind)
      all[all.indexOf(same)] = { ...same, score: Math.max(same.score, mention.score) }
    else if (others.length === 1 && (isBegun(same, mention) || isPlaceIn(same, mention)))
      all[all.indexOf(same)] = mention
    else if (others.every(({ score, isSure }) => score < weakScore && !isSure))
      all = [...all.filter((other) => !others.includes(other)), mention]
  }
  return all.sort((a, b) => a.start - b.start)
}

/** `Bologna`, of `Università di Bologna`. */
const isPlaceIn = (part: Mention, { kind, from, to }: Mention) =>
  kind === 'object' && part.kind === 'location' && part.from > from && part.to === to

/** `Anouk`, of `Anouk van den Berg`. */
const isBegun = (part: Mention, { kind, from, to, sentence }: Mention) =>
  kind === 'person' &&
  part.kind === kind &&
  part.from === from &&
  part.to < to &&
  !isCapitalised(sentence.tokens[part.to]?.text ?? '')

/** In English sentences the tagger finds most: a legal form counts beside it, and a given name where it doubts the kind. */
function isSupportedInEnglish({ kind, from, to, sentence }: Mention, table: WordTable, isDoubted: boolean): boolean {
  const { tokens, isAlone } = sentence
  const last = tokens[to - 1]?.text ?? ''
  if (kind === 'person') return isAlone || (isDoubted && (table.flagsOf(last) & isSurname) !== 0)
  if (kind !== 'object' || !sureForms.has(plainWord(last))) return false
  // `Founded Acme Tools Inc in 1980.`
  const rank = from === 0 && to < tokens.length ? table.rankOf(tokens[0]?.text ?? '') : 0
  return rank === 0 || rank > commonRank
}

const commonRank = 4

/** Behind a head noun, what the tagger takes for no name belongs to it: `Rostvik Institute of the Sea`. */
function withComplement({ spans = [] }: Sentence, words: string[], end: number): number {
  if (!organizationHeads.has(plainWord(words[end - 1] ?? '')) || !complementJoiners.has(words[end] ?? '')) return end
  const from = end + (articlesBeforeNames.has(words[end + 1] ?? '') ? 2 : 1)
  let to = from
  while (isCapitalised(words[to] ?? '')) to++
  return to === from || spans.some((span) => span.start < to && end < span.end) ? end : to
}

const complementJoiners = new Set([...nameJoiners].filter((word) => headJoiners.has(word)))

/** `Acme , Inc.`, `Ruderverein e . V.` */
function withForm(words: string[], to: number): number {
  if (words[to] === 'e' && words[to + 1] === '.' && /^V\.?$/.test(words[to + 2] ?? '')) return to + 3
  if (isLegalFormWord(words[to] ?? '')) return to + 1
  return words[to] === ',' && isLegalFormWord(words[to + 1] ?? '') ? to + 2 : to
}

/** Mentions in other languages: only where more than a capital supports the name, or where it repeats. */
export function supportedMentions(text: string, sentences: Sentence[], tagger: Tagger): Mention[] {
  const mentions: Mention[] = []
  const doubtful = new Map<string, Mention[]>()
  const page = { text, words: tagger.words }
  for (const sentence of sentences) {
    if (sentence.isShouted) continue
    const found = datedEvents(sentence, page)
    const isFree = ({ from, to }: Mention) => !found.some((other) => other.from < to && from < other.to)
    for (const span of namesBySupport(sentence, tagger.words)) {
      const mention = shapeMention(sentence, span, page)
      if (mention && isFree(mention)) found.push({ ...mention, isSure: true })
    }
    for (const mention of doubtfulPersons(sentence, tagger, page)) {
      if (isFree(mention))
        doubtful.set(mention.name, [...(doubtful.get(mention.name) ?? []), mention].slice(-repeatsKept))
    }
    mentions.push(...found)
  }
  const repeated = [...doubtful.values()].filter(({ length }) => length > 1)
  return [...mentions, ...repeated.flat()].sort((a, b) => a.start - b.start)
}

/** Names of several words that look like a person's in any language. */
function doubtfulPersons(sentence: Sentence, tagger: Tagger, page: { text: string; words: WordTable }): Mention[] {
  const words = sentence.tokens.map((token) => token.text)
  if (!words.some((word, at) => isCapitalised(word) && isCapitalised(words[at + 1] ?? ''))) return []
  return tagger.tagSentence(words, { least: 2, isGerman: false }).flatMap(({ start, end, kind, score }) => {
    if (kind !== 'PER' || score < doubtfulScore) return []
    return shapeMention(sentence, { from: start, to: end, kind: 'person', score }, page) ?? []
  })
}
