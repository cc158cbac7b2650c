import { partWords } from '../../../dates/date-words.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import { isDemonym } from '../rules/demonyms.ts'
import { isYear, type Sentence } from '../rules/mention.ts'
import { isNoEvent, plainEventWords } from '../rules/name-words.ts'
import type { WordTable } from '../tagger/word-table.ts'
import {
  type Bounds,
  compoundHead,
  type EventHead,
  type EventWords,
  headsOfOrganizations,
  isAcronym,
  withYearBehind,
} from './event-words.ts'

// Events in German sentences, where every noun has a capital: something beside the head noun, or in one word with it, must
// be a name.

/** What the tagger must think of an organization in the genitive: `Parteitag der Grünen`. */
const leastOrganization = 0.4
const placeMax = 3
/** A head noun of so many letters is a compound itself: `Weltausstellung in Paris`. */
const compoundLeast = 10
const leastPlace = 0.5

export function germanEventAt(context: EventWords, at: number): Bounds | undefined {
  const { words, table } = context
  const found = compoundHead(words[at] as string)
  if (!found || isPlain(found)) return undefined
  const from = withAdjectives(context, at)
  const bounds = { from, to: at + 1 }
  if (isNoEvent(words.slice(from, at + 1))) return undefined
  const { is_sure: isSure } = found
  const isNamed = from < at && words.slice(from, at).some((word) => isOfPlace(word, table) || isSure)
  const ofPlace = behindPlace(context, at + 1, ['in', 'von'])
  if (isYear(words[at + 1] ?? '') && (found.prefix !== '' || from < at)) return withYearBehind(words, bounds)
  const organization = headsOfOrganizations.has(found.head) ? organizationEnd(context.sentence, at + 1) : undefined
  if (organization !== undefined) return { from: withOrdinal(words, from), to: organization }
  if (isNamed) return { from, to: words[at + 1] === 'von' ? (ofPlace ?? bounds.to) : bounds.to }
  if (isNamedByPrefix(found, table)) return bounds
  if (!isSure) return undefined
  const beside = placeEnd(context, at + 1)
  if (beside !== undefined) return withYearBehind(words, { from, to: beside })
  if (/^\d\d$/.test(words[at - 2] ?? '') && withOrdinal(words, at) < at) return { from: at - 2, to: at + 1 }
  const isLong = found.prefix !== '' || found.head.length >= compoundLeast
  return isLong && ofPlace !== undefined ? withYearBehind(words, { from, to: ofPlace }) : undefined
}

/** `Pressekonferenz`, `Online-Messe` */
const isPlain = ({ prefix }: EventHead) => prefix.split('-').some((part) => plainEventWords.has(part.toLowerCase()))

/** `Frankfurter`, `Olympische`, `Deutschen`; the first word of a sentence only where it is of a place. */
function withAdjectives({ words, table }: EventWords, head: number): number {
  let from = head
  while (head - from < placeMax) {
    const word = words[from - 1] ?? ''
    if (!isCapitalised(word)) break
    if (!isOfPlace(word, table) && (from === 1 || !(adjective.test(word) || isDemonym(word)))) break
    from--
  }
  return from
}

const adjective = /(?:isch|lich|ional|deutsch)e[nrsm]?$/i
const ofTown = /^\p{Lu}[\p{Ll}-]{2,}er$/u

/** `Frankfurter`, of Frankfurt; `Dresdner`, of Dresden. */
function isOfPlace(word: string, table: WordTable): boolean {
  if (!ofTown.test(word) || plainEventWords.has(word.toLowerCase())) return false
  const stem = word.slice(0, -2)
  const forms = [stem, `${stem}en`, `${stem}e`, `${stem}a`, word.replace(/n?er$/, 'en'), word.replace(/ner$/, 'en')]
  return irregular.test(word) || forms.some((form) => form.length >= 3 && table.isPlaceName([form]))
}

const irregular = /^(?:Zürcher|Basler|Münchner|Schweizer)$/

/** `G7-Gipfel`, `Davis-Cup`, `Ukrainekrieg` */
function isNamedByPrefix({ prefix, has_hyphen }: EventHead, table: WordTable): boolean {
  if (!has_hyphen) return false
  const parts = prefix.split('-')
  if (parts.some(isAcronym)) return true
  return table.isPlaceName(parts) || table.isPlaceName(parts.slice(0, 1))
}

const isPlaceWord = (word: string) => isCapitalised(word) && !partWords.has(word.toLowerCase())

/** The end of the name of a place. */
function placeEnd({ words, table, sentence: { spans = [] } }: EventWords, at: number): number | undefined {
  const tagged = spans.find(({ start, kind, score }) => start === at && kind === 'LOC' && score >= leastPlace)
  if (tagged) return tagged.end
  for (let count = placeMax; count > 0; count--) {
    const name = words.slice(at, at + count)
    if (name.length === count && name.every(isPlaceWord) && table.isPlaceName(name)) return at + count
  }
  return undefined
}

const behindPlace = (context: EventWords, at: number, joiners: string[]) =>
  joiners.includes(context.words[at] ?? '') ? placeEnd(context, at + 1) : undefined

/** The end of `der Kirche Nordland`, which the tagger takes for an organization. */
function organizationEnd({ spans = [] }: Sentence, at: number): number | undefined {
  const found = spans.filter(
    ({ start, kind, score }) => kind === 'ORG' && (start === at || start === at + 1) && score >= leastOrganization,
  )
  return found.length === 0 ? undefined : Math.max(...found.map(({ end }) => end))
}

/** `3. Tagung` */
const withOrdinal = (words: string[], from: number) =>
  words[from - 1] === '.' && /^\d{1,3}$/.test(words[from - 2] ?? '') ? from - 2 : from
