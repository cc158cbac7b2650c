import type { BaseKind } from '../../../facts/claim.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import { allWords, anyOf } from '../../../language/word-lists.ts'
import { isGiven, isSurname, type WordTable } from '../tagger/word-table.ts'
import { isDemonym } from './demonyms.ts'
import type { Sentence } from './mention.ts'
import {
  isParticle,
  legalForms,
  nameJoiners,
  organizationEnding,
  organizationHeads,
  personalTitles,
  plainWord,
  titles,
} from './name-words.ts'
import { elision, isNoName } from './shape-mention.ts'

// Names in languages that the tagger has not learned, where capitals may mean nothing. Something must support a name: a
// given name, a title, a legal form, a word like University, or the table of places.

interface SupportedSpan {
  from: number
  to: number
  kind: BaseKind
  score: number
}

const runMax = 12
export const placePrepositions = allWords('before-known-places')
export const nounEnding = new RegExp(`(?:${anyOf(allWords('noun-endings'))})$`)

export function namesBySupport(sentence: Sentence, words: WordTable): SupportedSpan[] {
  const { tokens } = sentence
  const texts = tokens.map(({ text }) => text.replace(elision, ''))
  const found: SupportedSpan[] = []
  for (let at = 0; at < texts.length; at++) {
    if (!isCapitalised(texts[at] as string)) continue
    const span = personAt(texts, at, words) ?? organizationAt(texts, at) ?? placeAt(sentence, texts, { at, words })
    if (!span) continue
    found.push(span)
    at = span.to - 1
  }
  return found
}

/** `Karl Littrow`, `Leo von Thun-Hohenstein`, `Dr. Berg`. */
function personAt(texts: string[], at: number, words: WordTable): SupportedSpan | undefined {
  const first = texts[at] as string
  const before = plainWord(texts[at - 1] ?? '')
  const isTitled = personalTitles.has(before) || titles.has(before)
  const flags = words.flagsOf(first)
  const startsGiven = (flags & isGiven) !== 0 && !isNoName(first)
  if (!isTitled && !startsGiven) return undefined
  let to = at + 1
  while (to - at < 6 && to < texts.length) {
    if (isNamePart(texts[to] as string)) to++
    else if (isParticle(texts[to] ?? '') && isNamePart(texts[to + 1] ?? '')) to += 2
    else if (isParticle(texts[to] ?? '') && isParticle(texts[to + 1] ?? '') && isNamePart(texts[to + 2] ?? '')) to += 3
    else if (/^\p{Lu}\.$/u.test(texts[to] as string)) to++
    else break
  }
  const last = texts[to - 1] as string
  if (to - at < 2 && !isTitled) return undefined
  if (to - at >= 2 && !isTitled && !mayBeSurname(last, words)) return undefined
  if (isTitled && to - at < 2 && !mayBeSurname(first, words)) return undefined
  return { from: at, to, kind: 'person', score: 0.9 }
}

function isNamePart(word: string): boolean {
  return /^\p{Lu}[\p{Ll}'’\p{M}-]/u.test(word) && !isNoName(word) && !organizationEnding.test(word.toLowerCase())
}

/** Whether the word may be a surname: a listed name, or a word that is rare in English. Excludes nouns like `Brief`. */
function mayBeSurname(word: string, words: WordTable): boolean {
  if (isDemonym(word) || nounEnding.test(word)) return false
  if (words.flagsOf(word) & (isSurname | isGiven)) return true
  const rank = words.rankOf(word)
  return rank === 0 || rank >= 5
}

/** `Universität Wien`, `Ministerium für Kultus und Unterricht`, `Acme GmbH`. */
function organizationAt(texts: string[], at: number): SupportedSpan | undefined {
  let to = at
  let end = 0
  while (to - at < runMax && to < texts.length) {
    const word = texts[to] as string
    if (isCapitalised(word)) {
      to++
      if (legalForms.has(plainWord(word)) && to - at > 1) return { from: at, to, kind: 'object', score: 0.95 }
      end = to
    } else if ((nameJoiners.has(word) || word === '&') && end > at && isHead(texts[at] as string)) to++
    else break
  }
  if (end - at < 2 || !isHead(texts[at] as string)) return undefined
  return { from: at, to: end, kind: 'object', score: 0.85 }
}

function isHead(word: string): boolean {
  return organizationHeads.has(plainWord(word)) || organizationEnding.test(plainWord(word))
}

/** A place name behind a preposition, before a date as in letters, or alone in its block. */
function placeAt(
  { isAlone }: Sentence,
  texts: string[],
  { at, words }: { at: number; words: WordTable },
): SupportedSpan | undefined {
  for (const count of [3, 2, 1]) {
    const name = texts.slice(at, at + count)
    if (name.length < count || !isCapitalised(name.at(-1) as string) || !words.isPlaceName(name)) continue
    const [first = ''] = name
    const isWhole = isAlone && texts.length === count
    if (count === 1 && (isNoName(first) || first.length < 4 || isCapitalised(texts[at + 1] ?? ''))) return undefined
    const isPlaced =
      isWhole ||
      placePrepositions.has((texts[at - 1] ?? '').toLowerCase()) ||
      (texts[at + count] === ',' && /^\d/.test(texts[at + count + 1] ?? ''))
    if (count === 1 && !isPlaced) return undefined
    return { from: at, to: at + count, kind: 'location', score: isPlaced ? 0.9 : 0.75 }
  }
  return undefined
}
