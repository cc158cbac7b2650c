import type { BaseKind } from '../../../facts/claim.ts'
import { isName, isNameOf } from '../../../facts/entity-names.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import type { TextToken } from '../../../language/sentences/sentences.ts'
import { allWords, anyOf } from '../../../language/word-lists.ts'
import { isSectionWord } from '../../vocabulary/sections.ts'
import { isGiven, isSurname, type WordTable } from '../tagger/word-table.ts'
import { isDemonym } from './demonyms.ts'
import { isYear, type Mention, type Sentence } from './mention.ts'
import { isThing, organizationIn, type WordRange, withoutCase, withoutRole } from './name-borders.ts'
import {
  calendarWords,
  currencyWords,
  doubtfulEvents,
  eventHeads,
  eventJoiners,
  givenTitles,
  headJoiners,
  isNoEvent,
  isParticle,
  languageWords,
  legalForms,
  offices,
  officesBeforeFields,
  organizationEnding,
  organizationHeads,
  pageWords,
  personalTitles,
  plainWord,
  roleHeads,
  surelyObjects,
  titles,
} from './name-words.ts'
import { isActWord, isDocumentWord, isNoOrganization } from './no-organization.ts'
import { fileFormats, isDiscipline, isTermAt, programs } from './plain-phrases.ts'
import { isStreet } from './streets.ts'

// Rules that turn a run of words into a mention: where the name begins and ends, and which kind it has.

/** Longer spans are not names. */
const wordsMax = 12
const ordinal = new RegExp(`^(?:\\d+(?:st|nd|rd|th)|\\d+\\.|${anyOf(allWords('ordinals'))}|[IVXL]+)$`, 'i')

/** The mention; undefined where there is no name. `kind` is undefined where only rules may decide it. */
export function shapeMention(
  sentence: Sentence,
  span: { from: number; to: number; kind: BaseKind | undefined; score: number },
  { text, words: table }: { text: string; words: WordTable },
): Mention | undefined {
  const { tokens } = sentence
  const trimmed = withoutOthers(tokens, withoutAct(sentence, trim(tokens, span)), span.kind, table)
  const bounds = withoutField(tokens, span.kind === 'event' ? withTopic(tokens, trimmed) : trimmed, span.kind)
  const all = wordsOf(tokens, bounds)
  if (all.length === 0 || all.length > wordsMax || !all.some(isCapitalised)) return undefined
  const ruled = span.kind === 'location' && table.isPlaceName(all) ? undefined : ruledKind(all, span.kind, table)
  const { from, isTitled } = ruled
    ? { from: bounds.from, isTitled: false }
    : withoutTitles(tokens, { ...bounds, kind: span.kind }, table)
  const kind = ruled ?? (isTitled ? 'person' : span.kind)
  const words = all.slice(from - bounds.from)
  if (!kind || isNothing(words, kind) || isRole(words) || (kind === 'location' && isNoPlace(words))) return undefined
  if (isTitleOfThing(words, kind, table) || isTermAt(tokens, from, bounds.to)) return undefined
  const isKnown = kind === 'object' && table.isOrganizationName(words)
  if (kind === 'object' && !ruled && !isKnown && isNoOrganization(tokens, from, bounds.to)) return undefined
  if (kind === 'event' && isNoEvent(words)) return undefined
  if (kind === 'person' && isStreet(tokens, from, bounds.to)) return undefined
  if (kind !== 'object' && kind !== 'event' && isDiscipline(words)) return undefined
  const first = kind === 'event' ? withYear(sentence, from) : from
  const start = (tokens[first]?.start ?? 0) + elidedIn(tokens[first]?.text ?? '', kind, table)
  const end = tokens[bounds.to - 1]?.end ?? 0
  const name = text.slice(start, end).replace(/\s+/g, ' ')
  if (kind === 'person' ? !isPerson(name) || isThing(words, table) : !isNameOf(kind, name)) return undefined
  return {
    kind,
    name: kind === 'object' ? withoutCase(name, tokens[first - 1]?.text ?? '') : name,
    score: span.score,
    start,
    end,
    from: first,
    to: bounds.to,
    sentence,
    isSure: ruled !== undefined || isTitled,
  }
}

/**
 * Whether the text can be a person's name. Its borders are known here, so `Leo von Thun` is one name, unlike in a
 * byline.
 */
function isPerson(name: string): boolean {
  return name.length <= 80 && isName(name) && /\p{L}\p{L}/u.test(name) && !notOfPeople.test(name)
}

const notOfPeople = /[\d|/;:!?"()@#_&]|,.*,|\b(?:and|und|et)\b/

function wordsOf(tokens: TextToken[], { from, to }: WordRange): string[] {
  return tokens.slice(from, to).map(({ text }, at) => (at === 0 ? text.replace(elision, '') : text))
}

/** Drops the words at the borders that are no part of such a name. */
function withoutOthers(
  tokens: TextToken[],
  bounds: WordRange,
  kind: BaseKind | undefined,
  table: WordTable,
): WordRange {
  if (kind !== 'person' && kind !== 'object') return bounds
  const words = tokens.slice(bounds.from, bounds.to).map(({ text }) => text)
  const { from, to } = kind === 'person' ? withoutRole(words, table) : organizationIn(words, table)
  return { from: bounds.from + from, to: bounds.from + to }
}

/** Drops articles, quotation marks and possessive endings; keeps the last name of `Washington's Capitol Hill`. */
function trim(tokens: TextToken[], { from, to, kind }: WordRange & { kind: BaseKind | undefined }): WordRange {
  const word = (at: number) => tokens[at]?.text ?? ''
  let [first, last] = [from, to]
  while (first < last - 1 && leading.test(word(first))) first++
  while (last > first + 1 && trailing.test(word(last - 1))) last--
  if (kind === 'person' || kind === 'location') {
    for (let at = last - 2; at > first; at--) if (/^['’]s$/.test(word(at))) return { from: at + 1, to: last }
  }
  return { from: first, to: last }
}

/** The article or preposition that a word begins with: `l'Université`, `dell'Accademia`. */
export const elision = new RegExp(`^(?:${anyOf(allWords('elided'))})['’](?=\\p{Lu})`, 'u')

/** The length of that. `d'Alembert` is a whole name, and `d'Anna Morel` is none. */
function elidedIn(word: string, kind: BaseKind, table: WordTable): number {
  const { length } = elision.exec(word)?.[0] ?? ''
  return kind === 'person' && (table.flagsOf(word.slice(length)) & isGiven) === 0 ? 0 : length
}

/** Articles of all languages, in lower case. */
export const articlesBeforeNames: ReadonlySet<string> = allWords('articles')
const leading = new RegExp(`^(?:${anyOf(articlesBeforeNames)}|["“”„«'‘’(\\]*–-])$`, 'i')
const trailing = /^(?:['’]s?|[.,;:!?"”“»)\]–-])$/

/** Drops titles: `Dr. Berg` is a person, and the title is not part of the name. */
function withoutTitles(
  tokens: TextToken[],
  { from, to, kind }: WordRange & { kind: BaseKind | undefined },
  table: WordTable,
): { from: number; isTitled: boolean } {
  const word = (at: number) => plainWord(tokens[at]?.text ?? '')
  if (kind === 'event' || kind === 'location' || kind === 'object') {
    const isTitled = kind !== 'event' && personalTitles.has(word(from - 1)) && /\./.test(tokens[from - 1]?.text ?? '')
    return { from, isTitled }
  }
  let first = from
  let isTitled = personalTitles.has(word(from - 1))
  // `Earl Warren` and `Duke Ellington` have a title as their given name.
  const mayCut = (at: number) =>
    titles.has(word(at)) && (to - at > 2 || !(givenTitles.has(word(at)) || table.flagsOf(word(at)) & isGiven))
  while (first < to - 1 && mayCut(first)) isTitled = personalTitles.has(word(first++)) || isTitled
  return { from: first, isTitled }
}

const roleJoiners = allWords('role-joiners')

/** Whether this is a role and not a name: `Earl of Ross`, `Professor of Law`. */
function isRole(words: string[]): boolean {
  const at = words.findIndex((word) => roleJoiners.has(word))
  return at > 0 && (roleHeads.has(plainWord(words[at - 1] as string)) || titles.has(plainWord(words[at - 1] as string)))
}

/**
 * Whether this is an office or a paper: `Harbour Project Chair`, `Third Party Event Policy`, `Steve Chair` of the project
 * Steve; but `Ada Dean` is a person.
 */
function isTitleOfThing(words: string[], kind: BaseKind, table: WordTable): boolean {
  const [first = ''] = words
  const last = plainWord(words.at(-1) as string)
  if (kind === 'object' && officesBeforeFields.has(plainWord(first))) return true
  if (!(offices.has(last) || isDocumentWord(last))) return false
  if (words.length < 2) return kind === 'object' && offices.has(last)
  return words.length > 2 || (table.flagsOf(first) & isGiven) === 0 || (table.flagsOf(last) & isSurname) === 0
}

/** Drops the verb before a name at the beginning of a line: `Terminate River`. */
function withoutAct({ tokens, isAlone }: Sentence, bounds: WordRange): WordRange {
  const isAct = isAlone && bounds.from === 0 && bounds.to > 1 && isActWord(plainWord(tokens[0]?.text ?? ''))
  return isAct ? { from: 1, to: bounds.to } : bounds
}

/** Adds what a conference is about: `Workshop on Security in Machine Learning`; but not the day of `Battle on Monday`. */
function withTopic(tokens: TextToken[], { from, to }: WordRange): WordRange {
  const word = (at: number) => tokens[at]?.text ?? ''
  const isPart = (at: number) => isCapitalised(word(at)) && !calendarWords.has(plainWord(word(at)))
  if (!eventHeads.has(plainWord(word(to - 1))) || !beforeTopics.has(word(to)) || !isPart(to + 1)) return { from, to }
  let end = to + 1
  while (end - from < wordsMax && (isPart(end) || (eventJoiners.has(word(end)) && isPart(end + 1)))) end++
  return { from, to: end }
}

const beforeTopics = allWords('before-topics')

/** Drops the field of study before the name of a school: `Ingeniería Industrial de la Universidad de Salta`. */
function withoutField(tokens: TextToken[], { from, to }: WordRange, kind: BaseKind | undefined): WordRange {
  const word = (at: number) => plainWord(tokens[at]?.text ?? '')
  if (kind !== 'object' || !isDiscipline([word(from)])) return { from, to }
  for (let at = from + 2; at < to; at++)
    if (organizationHeads.has(word(at)) && !isCapitalised(tokens[at - 1]?.text ?? '')) return { from: at, to }
  return { from, to }
}

/** Whether this is not a place: `West African`, `340 Hay Street`. */
function isNoPlace(words: string[]): boolean {
  return isDemonym(words.at(-1) as string) || /^\d/.test(words[0] as string)
}

const noNames: ReadonlySet<string> = new Set(
  [
    ...[calendarWords, languageWords, currencyWords, pageWords],
    ...[titles, organizationHeads, eventHeads, legalForms],
  ].flatMap((words) => [...words]),
)

/** Words that are capitalised without being names. */
export function isNoName(word: string): boolean {
  return word.length < 2 || noNames.has(plainWord(word)) || /^\p{L}\.$/u.test(word) || isDemonym(word)
}

/** Whether no word makes this a name; but the `Nigerian Senate` is one by both. */
function isNothing(words: string[], kind: BaseKind): boolean {
  const [first = ''] = words
  if (words.length === 1) {
    if (fileFormats.has(first.toLowerCase()) || programs.has(first.toLowerCase())) return true
    const isSmall = isSectionWord(first) || isParticle(first.toLowerCase()) || isDiscipline(words)
    if (kind === 'object' && isSmall) return true
  }
  if (!words.every(isNoName)) return false
  const isHead = (word: string) => organizationHeads.has(plainWord(word)) || organizationEnding.test(plainWord(word))
  return kind !== 'object' || !isDemonym(first) || !words.slice(1).some(isHead)
}

/** The kind that the words of a name prove, whatever else suggests another. */
function ruledKind(words: string[], kind: BaseKind | undefined, table: WordTable): BaseKind | undefined {
  const [first = ''] = words
  if (words.length < 2 && kind !== 'person' && eventBrand.test(first)) return 'event'
  if (words.length < 2) return kind === 'object' && organizationEnding.test(plainWord(first)) ? kind : undefined
  if (isLegalFormWord(words.at(-1) as string)) return 'object'
  if (brand.test(first) && table.isPlaceName(words.slice(1))) return eventBrand.test(first) ? 'event' : 'object'
  const isDated = words.some((word) => isYear(word) || ordinal.test(word))
  const head = headOf(words)
  if (eventHeads.has(head) && (isDated || !doubtfulEvents.has(head))) return 'event'
  if (isDated && words.some((word) => eventName.test(word))) return 'event'
  if (kind === 'person' && words.length === 2 && !surelyObjects.has(head)) return undefined
  if (organizationHeads.has(head) || organizationEnding.test(head) || openingHeads.has(first)) return 'object'
  return undefined
}

/** `PyLadies Ankara`; but `McGregor` and `DeVito` are names of people. */
export const brand = new RegExp(
  `^(?!(?:${anyOf(allWords('capital-particles'))}|O['’])\\p{Lu})\\p{Lu}\\p{L}*\\p{Ll}\\p{Lu}`,
  'u',
)
/** `DConf`, `PyCon`. */
export const eventName = new RegExp(`^\\p{Lu}\\p{L}*(?:${anyOf(allWords('event-brands'))})$`, 'u')
/** The same without a year beside it. */
const eventBrand = new RegExp(`^\\p{Lu}\\p{L}+(?:${anyOf(allWords('event-brands-alone'))})$`, 'u')
/** `Universität Wien`, `Museum Ludwig`. */
const openingHeads = allWords('organization-openers')

export function isLegalFormWord(word: string): boolean {
  return legalForms.has(plainWord(word)) && (isCapitalised(word) || /^e\.?V/.test(word) || plainWord(word) === 'mbh')
}

/** The head noun: the word before the first `of`, or else the last word. */
function headOf(words: string[]): string {
  const at = words.findIndex((word, index) => index > 0 && headJoiners.has(word))
  const head = words[at > 0 ? at - 1 : words.length - 1] as string
  return isCapitalised(head) ? plainWord(head) : ''
}

/** The year before a name belongs to it: `2014 Winter Olympics`. */
function withYear({ tokens }: Sentence, from: number): number {
  const before = tokens[from - 1]
  return before && (isYear(before.text) || /^\d+(?:st|nd|rd|th)$/.test(before.text)) ? from - 1 : from
}
