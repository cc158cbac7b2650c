import { foldName } from '../../../language/fold-name.ts'
import { allWords, readWords } from '../../../language/word-lists.ts'
import { isGiven, isSurname, type WordTable } from '../tagger/word-table.ts'
import type { JoinedName } from './join-names.ts'
import type { Mention } from './mention.ts'
import { plainWord } from './name-words.ts'
import { isActWord, isProgrammingLanguage } from './no-organization.ts'

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
  letters: ReadonlySet<string>
}

export function isDoubtful(
  { kind, name, aliases, mentions, score }: JoinedName,
  { words, titles, letters }: DoubtContext,
): boolean {
  if (mentions.some(({ isSure, isField }) => isSure || isField) || titles.has(foldName(name))) return false
  const parts = name.split(/\s+/)
  const [first = ''] = parts
  if (kind === 'location') {
    const isKnown = words.isPlaceName(parts) || parts.some((part) => placeHeads.has(plainWord(part)))
    return !isKnown && score < placeScore && !mentions.some(isPlaced)
  }
  if (kind === 'object') return isShareNetwork(name) && mentions.every(isInLine)
  if (kind !== 'person') return false
  // `Python-Xbox Kinect`; but `Julia Holm` is a person.
  const isLanguage = (part: string) =>
    isProgrammingLanguage(plainWord(part)) && (words.flagsOf(part) & (isGiven | isSurname)) === 0
  if (isActWord(plainWord(first)) || name.split(/[\s-]+/).some(isLanguage)) return true
  // `It is written in D. Adam also likes it.`
  if (parts.length === 2 && /^\p{Lu}\.$/u.test(first)) return letters.has(first.slice(0, 1))
  if (parts.length > 1 || aliases.some((alias) => alias.includes(' '))) return false
  // A given name alone says of nobody who it is.
  const isLast = (words.flagsOf(first) & (isGiven | isSurname)) === isSurname
  return !isLast || mentions.length < mentionsLeast || score < personScore
}

/** `Share this article: LinkedIn Facebook` are links, and say nothing of the networks. */
const isInLine = ({ sentence }: Mention) => sentence.isAlone || sentence.isTitled

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
