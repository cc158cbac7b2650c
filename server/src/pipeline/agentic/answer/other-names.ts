import { foldName } from '../../../language/fold-name.ts'
import { allWords } from '../../../language/word-lists.ts'

// Whether a quote gives one thing two names. Standing in one sentence is not enough: "Ada Berg met Jonas Müller" would make
// one person of two.

const between = allWords('naming-words')
const openings = /[([/"“„«‘'–—=|:]/u

/** Words that two names of different things often share. */
const wordMin = 3

export function isOtherName(quote: string, name: string, alias: string): boolean {
  return sharesWord(name, alias) || isAcronym(name, alias) || isAcronym(alias, name) || isBeside(quote, name, alias)
}

function sharesWord(name: string, alias: string): boolean {
  const words = new Set(foldName(name).split(' '))
  return foldName(alias)
    .split(' ')
    .some((word) => word.length >= wordMin && words.has(word))
}

/** With or without the small words of the name: `FAO`, `UNO`, `DFG`. */
function isAcronym(name: string, acronym: string): boolean {
  const letters = foldName(acronym).replaceAll(' ', '')
  if (letters.length < 2 || letters.length > 10) return false
  const words = foldName(name).split(' ')
  const initials = (from: string[]) => from.map((word) => word[0]).join('')
  return initials(words) === letters || initials(words.filter(({ length }) => length > wordMin)) === letters
}

/** Between the two stand only words that introduce a name, or a sign that opens one. */
function isBeside(quote: string, name: string, alias: string): boolean {
  const [text, first, second] = [quote, name, alias].map(plain) as [string, string, string]
  const gap = gapOf(text, first, second) ?? gapOf(text, second, first)
  if (gap === undefined) return false
  const words = foldAccents(gap).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => introducing.has(word)) && (words.length > 0 || openings.test(gap))
}

/** The text between two names that follow each other; undefined when they do not. */
function gapOf(text: string, first: string, second: string): string | undefined {
  const at = text.indexOf(first)
  const next = at < 0 ? -1 : text.indexOf(second, at + first.length)
  return next < 0 ? undefined : text.slice(at + first.length, next)
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
const foldAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}+/gu, '')
const introducing = new Set([...between].map(foldAccents))
