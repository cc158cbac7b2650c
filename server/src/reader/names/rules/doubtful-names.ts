import { conjunctions } from '../../../language/conjunctions.ts'
import { foldName } from '../../../language/fold-name.ts'
import { allWords, anyOf, readWords } from '../../../language/word-lists.ts'
import { isGiven, isPlace, isSurname, type WordTable } from '../tagger/word-table.ts'
import type { JoinedName } from './join-names.ts'
import type { Mention } from './mention.ts'
import { plainWord } from './name-words.ts'
import { isActWord, isProgrammingLanguage } from './no-organization.ts'
import { isProductWord } from './plain-phrases.ts'

// Names that need more than the tagger's word: single words that may be people, and places that no table knows, which are
// as often products; and networks that a page links to.

const placeHeads = allWords('place-heads')
const shareNetworks = readWords('web', 'share-networks')

/** `Twitter`, as the text of a link to somebody's page there. */
export const isShareNetwork = (name: string): boolean => shareNetworks.has(plainWord(name.trim()))

const placeScore = 0.66
const personScore = 0.8
const mentionsLeast = 2
/** How often a letter stands alone on a page on which it is a word and no initial. */
const lettersLeast = 2

export interface DoubtContext {
  words: WordTable
  /** The parts of the page's title, folded: whoever a page is about may have one name. */
  titles: ReadonlySet<string>
  /** Letters that are words on this page: see `lettersAlone`. */
  letters(): ReadonlySet<string>
  /** The page speaks of programs: see `namesLanguages`. */
  hasPrograms(): { is: boolean }
  /** Single words that are organizations on this page, folded. */
  organizations: ReadonlySet<string>
}

export function isDoubtful(
  { kind, name, aliases, mentions, score }: JoinedName,
  { words, titles, letters, hasPrograms, organizations }: DoubtContext,
): boolean {
  if (mentions.some(({ isSure, isField }) => isSure || isField) || titles.has(foldName(name))) return false
  const parts = name.split(/\s+/)
  const [first = ''] = parts
  if (kind !== 'event' && mentions.some(isProduct)) return true
  if (kind === 'location') {
    // `Python Community`; `Java` and `Scala` are places where nobody programs.
    if (parts.some((part) => isProgrammingLanguage(plainWord(part))) && (parts.length > 1 || hasPrograms().is))
      return true
    if (parts.length === 1 && (words.flagsOf(first) & isGiven) !== 0 && mentions.some(isAmongPeople(words))) return true
    const isKnown = words.isPlaceName(parts) || parts.some((part) => placeHeads.has(plainWord(part)))
    return !isKnown && score < placeScore && !mentions.some(isPlaced)
  }
  if (kind === 'object') return isShareNetwork(name) && mentions.every(isInLine)
  if (kind !== 'person') return false
  // `Python-Xbox Kinect`, `Functional Python`; but `Julia Holm` and `Blaise Pascal` are people.
  const vouched = (words.flagsOf(first) & isGiven) === 0 ? isGiven : isGiven | isSurname
  const isLanguage = (part: string) => isProgrammingLanguage(plainWord(part)) && (words.flagsOf(part) & vouched) === 0
  // `Rostvik Booth`, on a page about Rostvik.
  if (parts.length > 1 && organizations.has(foldName(first)) && (words.flagsOf(first) & isGiven) === 0) return true
  if (isActWord(plainWord(first)) || name.split(/[\s-]+/).some(isLanguage)) return true
  // `It is written in D. Adam also likes it.`
  if (parts.length === 2 && /^\p{Lu}\.$/u.test(first)) return letters().has(first.slice(0, 1))
  if (parts.length > 1 || aliases.some((alias) => alias.includes(' '))) return false
  // A given name alone says of nobody who it is.
  const isLast = (words.flagsOf(first) & (isGiven | isSurname)) === isSurname
  return !isLast || mentions.length < mentionsLeast || score < personScore
}

/** `the software Elan`, `el lenguaje Julia`. */
const isProduct = ({ sentence: { tokens }, from }: Mention) => isProductWord(tokens[from - 1]?.text ?? '')

/** `Share this article: LinkedIn Facebook` are links, and say nothing of the networks. */
const isInLine = ({ sentence }: Mention) => sentence.isAlone || sentence.isTitled

const neighbours = 4

/** `Katharine, Sandy, Sophia`: given names alone stand around it. */
const isAmongPeople =
  (words: WordTable) =>
  ({ sentence, from, to }: Mention): boolean => {
    const word = (at: number) => sentence.tokens[at]?.text ?? ''
    const isOfPeople = (at: number) =>
      /^\p{Lu}\p{Ll}/u.test(word(at)) &&
      (words.flagsOf(word(at)) & (isGiven | isPlace)) === isGiven &&
      !/^\p{Lu}/u.test(word(at + 1))
    const isListed = listing.test(word(from - 1)) || listing.test(word(to))
    return isListed && !placing.has(word(from - 1).toLowerCase()) && around(from, to).some(isOfPeople)
  }

const listing = new RegExp(`^(?:[,&/]|${anyOf(conjunctions)})$`, 'u')

/** The words near those from `from` to before `to`. */
const around = (from: number, to: number) =>
  Array.from({ length: neighbours }, (_, at) => at).flatMap((at) => [from - 1 - at, to + at])

const placing = allWords('before-places')

/** `in Zamdorf`; but `at Ableton` is mostly a company. */
function isPlaced({ sentence: { tokens }, from, to }: Mention): boolean {
  return (
    placing.has((tokens[from - 1]?.text ?? '').toLowerCase()) ||
    (tokens[to]?.text === ',' && /^\p{Lu}/u.test(tokens[to + 1]?.text ?? ''))
  )
}

/** Letters that stand alone in a text, without the dot of an initial: C, D and R are languages on many pages. */
export function lettersAlone(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const [letter] of text.matchAll(/(?<![\p{L}\p{N}.'’&-])[B-HJ-Z](?![\p{L}\p{N}.'’&-])/gu))
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return new Set([...counts].flatMap(([letter, count]) => (count >= lettersLeast ? [letter] : [])))
}

const languagesLeast = 2

/** Whether a text speaks of several languages for programs. */
export function namesLanguages(text: string): boolean {
  const found = new Set<string>()
  for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*(?:\+\+|#|\.js)?/gu)) {
    const plain = plainWord(word)
    if (isProgrammingLanguage(plain) && found.add(plain).size >= languagesLeast) return true
  }
  return false
}
