import { isCapitalised } from '../../../language/capitals.ts'
import { primaryLanguage } from '../../../language/detection/tell-language.ts'
import { isDemonym } from '../rules/demonyms.ts'
import type { Mention, Sentence } from '../rules/mention.ts'
import { calendarWords, isNoEvent, plainEventWords } from '../rules/name-words.ts'
import { shapeMention } from '../rules/shape-mention.ts'
import { isGiven, type WordTable } from '../tagger/word-table.ts'
import {
  type Bounds,
  compoundHead,
  type EventWords,
  eventOpeners,
  eventTails,
  headsBeforeNames,
  headsBehindPlaces,
  isAcronym,
  isOpeningWord,
  joinsEventName,
  lowerHeadsBeforeNames,
  lowerHeadsBehindPlaces,
  phraseAt,
  phraseHeads,
  possessivesInEvents,
  sureHeadPhrases,
  sureHeads,
  withYearBehind,
} from './event-words.ts'
import { germanEventAt } from './german-events.ts'

// Events named by a head noun and what stands beside it: `Harbour Festival`, `Battle of Waterloo`, `Festival de Cannes`,
// `Frankfurter Buchmesse`. A head noun alone names nothing.

const modifiersMax = 5
const behindMax = 5
const score = 0.9

export function namedEvents(
  sentence: Sentence,
  words: string[],
  page: { text: string; words: WordTable; language: string | null },
): Mention[] {
  const language = page.language === null ? null : (primaryLanguage(page.language) ?? null)
  const context = { words, sentence, language, table: page.words }
  const found: Mention[] = []
  let end = 0
  for (let at = 0; at < words.length; at++) {
    if (at < end) continue
    const bounds = eventAt(context, at)
    if (!bounds || bounds.from < end) continue
    const mention = shapeMention(sentence, { ...bounds, kind: 'event', score }, page)
    if (mention?.kind !== 'event') continue
    found.push({ ...mention, isSure: true })
    end = mention.to
  }
  return found
}

function eventAt(context: EventWords, at: number): Bounds | undefined {
  const { words, sentence, language } = context
  const isGerman = language === 'de'
  const word = words[at] as string
  const lower = word.toLowerCase()
  if (!isCapitalised(word)) {
    if (lowerHeadsBeforeNames(language).has(lower)) return beforeName(context, at)
    return lowerHeadsBehindPlaces.has(lower) && !isGerman ? behindPlaceAlone(context, at) : undefined
  }
  // `Skating World Cup` is another cup.
  const phrase = phraseAt(words, at)
  const isPart = phrase > 0 && !isGerman && at > 0 && isModifier(words, at - 1) && !isOpeningAt(context, at - 1)
  if (phrase > 0 && !isPart) return withYearBehind(words, { from: at, to: at + phrase })
  const german = isGerman ? germanEventAt(context, at) : undefined
  if (german) return german
  const modified = behindModifiers(context, at, isGerman)
  if (modified || sentence.isTitled || !headsBeforeNames(language).has(lower)) return modified
  return beforeName(context, at)
}

/** `Battle of Waterloo`, `Festival de Cannes`: a small word and a name behind the head noun. */
function beforeName({ words, language }: EventWords, head: number): Bounds | undefined {
  const joins = joinsEventName(language)
  let at = head + 1
  while (joins.has(words[at] ?? '') && at - head <= 2) at++
  const isElided = /^\p{Ll}{1,4}['’]\p{Lu}/u.test(words[at] ?? '')
  if (!isElided && (at === head + 1 || !isCapitalised(words[at] ?? ''))) return undefined
  let to = at + 1
  while (to - at < behindMax && isNamePart(words, to, joins)) to++
  return withYearBehind(words, { from: head, to })
}

const isNamePart = (words: string[], at: number, joins: ReadonlySet<string>) =>
  isCapitalised(words[at] ?? '') || (joins.has(words[at] ?? '') && isCapitalised(words[at + 1] ?? ''))

/** `Iowa caucuses`, `G7 summit` */
function behindPlaceAlone({ words, table }: EventWords, head: number): Bounds | undefined {
  const place = [1, 2].find((count) => isPlaceOrNation(words.slice(Math.max(0, head - count), head), table))
  return place === undefined ? undefined : withYearBehind(words, { from: head - place, to: head + 1 })
}

const isPlaceOrNation = (words: string[], table: WordTable) =>
  words.length > 0 &&
  words.every((word) => isCapitalised(word) || /^\p{Lu}\./u.test(word)) &&
  (table.isPlaceName(words) || (words.length === 1 && (isDemonym(words[0] as string) || isAcronym(words[0] as string))))

/** `Harbour Festival`, `Oslo Book Fair`, `Australian Open`: capitalised words before the head noun. */
function behindModifiers(context: EventWords, head: number, isGerman: boolean): Bounds | undefined {
  const { words, sentence, table } = context
  const lower = (words[head] ?? '').toLowerCase()
  const isPhrase = phraseHeads.has(lower) && sureHeadPhrases.has(`${(words[head - 1] ?? '').toLowerCase()} ${lower}`)
  const isSure = isPhrase || sureHeads.has(lower)
  if (!isSure && !headsBehindPlaces.has(lower)) return undefined
  const first = isPhrase ? head - 1 : head
  let from = first
  while (first - from < modifiersMax && isModifier(words, from - 1)) from--
  // The first word of a sentence has a capital anyway.
  if (from === 0 && first > 0 && isOpeningAt(context, 0)) from++
  const tail = eventTails.has((words[head + 1] ?? '').toLowerCase()) ? head + 2 : head + 1
  const to = withRest(words, tail)
  // `Montreal Convention Center`, `Key Signing Open Space`
  if (
    !isGerman &&
    to === tail &&
    isCapitalised(words[to] ?? '') &&
    (table.flagsOf(words[to] as string) & isGiven) === 0
  )
    return undefined
  // Where every word has a capital, a name begins with its place.
  if (sentence.isTitled) from = Math.max(from, lastPlace(words, from, { end: first, table }))
  const modifiers = words.slice(from, first)
  if (modifiers.length === 0 || modifiers.every((word) => plainEventWords.has(word.toLowerCase()))) return undefined
  const placed = modifiers.some((word, at) => isPlaceOrNation([word], table) || startsPlace(modifiers, at, table))
  if (!placed && (!isSure || sentence.isTitled)) return undefined
  if (!isSure && words[head - 1]?.endsWith('.')) return undefined
  // A German noun beside a head noun is no name, unless both are foreign.
  if (isGerman && compoundHead(words[head] as string)?.prefix !== '') return undefined
  return isNoEvent(words.slice(from, head + 1)) ? undefined : withYearBehind(words, { from, to })
}

/** Where the last name of a place begins. */
function lastPlace(words: string[], from: number, { end, table }: { end: number; table: WordTable }): number {
  for (let at = end - 1; at >= from; at--) {
    if (at > from && table.isPlaceName(words.slice(at - 1, at + 1))) return at - 1
    if (isPlaceOrNation([words[at] as string], table)) return at
  }
  return from
}

const startsPlace = (words: string[], at: number, table: WordTable) =>
  at + 1 < words.length && table.isPlaceName(words.slice(at, at + 2))

const isPossessive = /^['’]s?$/

function isModifier(words: string[], at: number): boolean {
  const word = words[at] ?? ''
  if (calendarWords.has(word.toLowerCase())) return false
  if (isCapitalised(word) || /^\d+(?:st|nd|rd|th)$/.test(word)) return true
  if (isPossessive.test(word)) return possessivesInEvents.has((words[at - 1] ?? '').toLowerCase())
  return word === '&' && isCapitalised(words[at - 1] ?? '')
}

const commonRank = 2

function isOpeningAt({ words, table }: EventWords, at: number): boolean {
  const word = words[at] ?? ''
  const lower = word.toLowerCase()
  if (at > 0) return false
  if (eventOpeners.has(word) || isOpeningWord(lower) || plainEventWords.has(lower)) return true
  const rank = table.rankOf(word)
  return rank > 0 && rank <= commonRank
}

/** `Grand Prix of Monaco`, `Super Bowl LIV` */
function withRest(words: string[], to: number): number {
  if (/^(?:[IVXL]{1,7}|\d{1,2})$/.test(words[to] ?? '') && !/^\d/.test(words[to + 1] ?? '')) return to + 1
  if (words[to] !== 'of') return to
  let at = words[to + 1] === 'the' ? to + 2 : to + 1
  if (!isCapitalised(words[at] ?? '')) return to
  while (at - to < behindMax && isCapitalised(words[at] ?? '')) at++
  return at
}
