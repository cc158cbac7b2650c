import { isCapitalised } from '../../../language/capitals.ts'
import { allWords, anyOf } from '../../../language/word-lists.ts'
import { isGiven, isSurname, type WordTable } from '../tagger/word-table.ts'
import {
  articlesOfOrganizations,
  givenTitles,
  headJoiners,
  offices,
  officesBeforeFields,
  organizationEnding,
  organizationHeads,
  plainWord,
  titles,
} from './name-words.ts'
import { isDiscipline } from './plain-phrases.ts'

// Words at the borders of a name that are not part of it, and are written with a capital all the same.

/** From a word to before another. */
export interface WordRange {
  from: number
  to: number
}

const isRoleWord = (word: string) => titles.has(word) || offices.has(word) || officesBeforeFields.has(word)

/** Drops what somebody is: `Acme CEO Ada Berg`; of `Ada Berg Mayor Holm` the first is named. */
export function withoutRole(words: string[], table: WordTable): WordRange {
  const whole = { from: 0, to: words.length }
  const isCalled = (at: number) => (table.flagsOf(words[at] as string) & isGiven) !== 0
  for (let at = words.length - 2; at > 0; at--) {
    const word = plainWord(words[at] as string)
    if (!isRoleWord(word) || givenTitles.has(word) || !isCapitalised(words[at] as string)) continue
    if (isCalled(0)) return at > 1 ? { from: 0, to: at } : whole
    return at < words.length - 2 && (isCalled(at + 1) || officesBeforeFields.has(word))
      ? { from: at + 1, to: words.length }
      : whole
  }
  return whole
}

const articlesOfThings = allWords('articles-of-things')

/** `El Mandatario` and `Il Sistema Holm` are nobody; but `El Hadji` is somebody. */
export const isThing = ([first = '', second = '']: string[], table: WordTable): boolean =>
  articlesOfThings.has(first) && (table.flagsOf(second) & (isGiven | isSurname)) === 0

/** Drops the article before what a head noun says to be an organization: `La Universidad de Salta`; but `El País` is called so. */
function withoutArticle(words: string[]): number {
  const [first = '', ...rest] = words
  const isHeaded = rest.some((word) => organizationHeads.has(plainWord(word)))
  return isCapitalised(first) &&
    first !== first.toUpperCase() &&
    articlesOfOrganizations.has(first.toLowerCase()) &&
    rest.length > 1 &&
    isHeaded
    ? 1
    : 0
}

const maker = new RegExp(`(?:${anyOf(allWords('makers'))})$`)

/** Drops what the words around the name of an organization say of it: `Waffenhersteller Acme GmbH`. */
export function organizationIn(words: string[], table: WordTable): WordRange {
  let [from, to] = [withoutArticle(words), words.length]
  if (to - from > 1 && maker.test((words[from] as string).toLowerCase()) && isCapitalised(words[from + 1] as string))
    from++
  // `studierte an der Universität Mainz Musikwissenschaft`
  const isField = isDiscipline([words[to - 1] as string]) && !headJoiners.has(words[to - 2] as string)
  if (to - from > 2 && isField && table.isPlaceName([words[to - 2] as string])) to--
  return { from, to }
}

const inflected = new RegExp(`(?<!men)(?:${anyOf(allWords('adjective-endings'))})n$`)
const feminine = new RegExp(`(?:${anyOf(allWords('feminine-organizations'))})$`)

/** `Technische Universität`, of `an der Technischen Universität`. */
export function withoutCase(name: string, before: string): string {
  if (before !== 'der') return name
  const words = name.split(' ')
  const head = words.findIndex((word) => !inflected.test(word))
  if (head < 1 || !feminine.test((words[head] as string).toLowerCase())) return name
  const isHead = organizationHeads.has(plainWord(words[head] as string))
  if (!isHead && !organizationEnding.test(plainWord(words[head] as string)) && words.length < 2) return name
  return words.map((word, at) => (at < head ? word.slice(0, -1) : word)).join(' ')
}
