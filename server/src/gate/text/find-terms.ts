import { foldText } from '../../language/fold-terms.ts'
import { letterKind, letterKindOf } from '../../language/scripts.ts'
import { TermPrefixes } from './term-prefixes.ts'

// Finds the first of many terms in a text, in one pass (Aho and Corasick, 1975): the time grows with the text, and not
// with the number of terms, their lengths or their common endings. A term matches only as whole words. A letter inside
// a word counts as another letter than the same one at the beginning of a word, so a term that would begin inside a
// word is never begun, and each position has one term to check.

export interface TermFinder {
  /** The term that a folded text has: the one that ends first, and among those the longest. */
  find(folded: string): string | undefined
  /** Memory that it holds, without the terms themselves. */
  bytes: number
}

export function compileTerms(terms: string[]): TermFinder {
  const folded = terms.map(foldText)
  const letters = folded.reduce((sum, term) => sum + firstLetters(term).length * term.length, 0)
  const prefixes = new TermPrefixes(letters, firstLetter)
  for (const [at, term] of folded.entries()) {
    const isOpen = !isTight(kindBefore(term, term.length))
    const rest = Array.from({ length: Math.max(0, term.length - 1) }, (_, index) => letterAt(term, index + 1))
    for (const first of firstLetters(term)) prefixes.add([first, ...rest], at, isOpen)
  }
  prefixes.link()
  return { bytes: prefixes.bytes, find: (text) => (letters === 0 ? undefined : terms[findIn(prefixes, text)]) }
}

/** The number of the term; -1 when the text has none. */
function findIn(prefixes: TermPrefixes, text: string): number {
  let prefix = 0
  for (let at = 0; at < text.length; at++) {
    prefix = prefixes.step(prefix, letterAt(text, at))
    const found = prefixes.termAt(prefix)
    if (found < 0) continue
    const isInWord = kindAt(text, at + 1) === letterKind.spaced
    const term = isInWord ? prefixes.openTermAt(prefix) : found
    if (term >= 0) return term
  }
  return -1
}

/** What comes before a letter, as far as it matters to a term that begins with that letter. */
const side = { apart: 0, spaced: 1, hangul: 2 } as const
const sides = Object.values(side)

const letter = (side: number, text: string, at: number): number => side * 0x10000 + text.charCodeAt(at)

function letterAt(text: string, at: number): number {
  const before = kindBefore(text, at)
  if (before === letterKind.spaced) return letter(side.spaced, text, at)
  return letter(before === letterKind.hangul ? side.hangul : side.apart, text, at)
}

const isSurrogate = (unit: number) => (unit & 0xf800) === 0xd800

/** The letters that a term begins with: one for all sides, so that it is held once. Half a pair does not tell its kind. */
function firstLetters(term: string): number[] {
  if (term === '') return []
  if (!isSurrogate(term.charCodeAt(0))) return [letter(side.apart, term, 0)]
  return sidesBefore(kindAt(term, 0)).map((side) => letter(side, term, 0))
}

/** The letter of a text as terms begin with it; -1 when none may begin here. */
function firstLetter(letter: number): number {
  const unit = letter & 0xffff
  if (letter === unit || isSurrogate(unit)) return letter
  return sidesBefore(letterKindOf(unit)).includes(letter >> 16) ? unit : -1
}

const sidesOfTight = [side.apart, side.hangul]
const sidesOfHangul = [side.apart, side.spaced]

/** What may come before a term, by the kind of its first character. */
function sidesBefore(first: number): number[] {
  if (isTight(first)) return sidesOfTight
  return first === letterKind.hangul ? sidesOfHangul : sides
}

/**
 * Whether a letter next to this edge makes the term part of a longer word. For punctuation too: `.NET` is not in
 * example.net.
 */
const isTight = (edge: number) => edge === letterKind.spaced || edge === letterKind.none

const kindAt = (text: string, at: number): number =>
  at < text.length ? letterKindOf(text.codePointAt(at) as number) : letterKind.none

function kindBefore(text: string, at: number): number {
  if (at === 0) return letterKind.none
  const unit = text.charCodeAt(at - 1)
  if (!isSurrogate(unit)) return letterKindOf(unit)
  const isPair = at > 1 && (unit & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return letterKindOf(text.codePointAt(at - (isPair ? 2 : 1)) as number)
}
