import { foldText } from '../language/fold-terms.ts'
import { letterKind, letterKindOf } from '../language/scripts.ts'

// Finds the first of many terms in a text, in one pass (Aho and Corasick, 1975): the time grows with the text, and not
// with the number of terms, their lengths or their common endings. A term matches only as whole words. A letter inside
// a word counts as another letter than the same one at the beginning of a word, so a term that would begin inside a
// word is never begun, and each position has one term to check.

/** Returns the term that a folded text has: the one that ends first, and among those the longest. */
export type FindTerm = (folded: string) => string | undefined

/** The prefixes of all terms, numbered; 0 is the empty one. */
class Prefixes {
  readonly #longer = new Map<number, number>()
  readonly #parents = [0]
  readonly #letters = [0]
  readonly #byLength: number[][] = [[0]]
  /** For each prefix, the longest other prefix that it ends with. */
  readonly #shorter = [0]
  /** For each prefix, the longest term that it is or ends with. */
  readonly terms: (string | undefined)[] = [undefined]
  /** The same for terms that a letter may follow. */
  readonly openTerms: (string | undefined)[] = [undefined]

  add(term: string): void {
    const folded = foldText(term)
    if (folded === '') return
    const isOpen = !isTight(kindBefore(folded, folded.length))
    for (const side of sidesBefore(kindAt(folded, 0))) {
      let prefix = this.#extend(0, letter(side, folded, 0), 1)
      for (let at = 1; at < folded.length; at++) prefix = this.#extend(prefix, letterAt(folded, at), at + 1)
      this.terms[prefix] ??= term
      if (isOpen) this.openTerms[prefix] ??= term
    }
  }

  #extend(prefix: number, letter: number, length: number): number {
    const known = this.#find(prefix, letter)
    if (known !== undefined) return known
    const longer = this.#parents.push(prefix) - 1
    this.#longer.set(prefix * letterCount + letter, longer)
    this.#letters.push(letter)
    this.terms.push(undefined)
    this.openTerms.push(undefined)
    this.#byLength[length] ??= []
    this.#byLength[length].push(longer)
    return longer
  }

  #find(prefix: number, letter: number): number | undefined {
    return this.#longer.get(prefix * letterCount + letter)
  }

  /** Goes from short prefixes to long ones: each builds on shorter ones. */
  link(): void {
    for (const prefix of this.#byLength.slice(1).flat()) {
      const parent = this.#parents[prefix] as number
      const shorter = parent === 0 ? 0 : this.step(this.#shorter[parent] as number, this.#letters[prefix] as number)
      this.#shorter[prefix] = shorter
      this.terms[prefix] ??= this.terms[shorter]
      this.openTerms[prefix] ??= this.openTerms[shorter]
    }
  }

  /** The longest prefix of a term that the text ends with, after one more letter. */
  step(prefix: number, letter: number): number {
    for (let from = prefix; ; from = this.#shorter[from] as number) {
      const longer = this.#find(from, letter)
      if (longer !== undefined) return longer
      if (from === 0) return 0
    }
  }
}

export function compileTerms(terms: string[]): FindTerm {
  const prefixes = new Prefixes()
  for (const term of terms) prefixes.add(term)
  prefixes.link()
  return (folded) => {
    let prefix = 0
    for (let at = 0; at < folded.length; at++) {
      prefix = prefixes.step(prefix, letterAt(folded, at))
      const found = prefixes.terms[prefix]
      if (found === undefined) continue
      const isInWord = kindAt(folded, at + 1) === letterKind.spaced
      const term = isInWord ? prefixes.openTerms[prefix] : found
      if (term !== undefined) return term
    }
    return undefined
  }
}

/** What comes before a letter, as far as it matters to a term that begins with that letter. */
const sides = { apart: 0, spaced: 1, hangul: 2 } as const
const letterCount = 4 * 0x10000

const letter = (side: number, text: string, at: number): number => side * 0x10000 + text.charCodeAt(at)

function letterAt(text: string, at: number): number {
  const before = kindBefore(text, at)
  if (before === letterKind.spaced) return letter(sides.spaced, text, at)
  return letter(before === letterKind.hangul ? sides.hangul : sides.apart, text, at)
}

/** What may come before a term, by the kind of its first character. */
function sidesBefore(first: number): number[] {
  if (isTight(first)) return [sides.apart, sides.hangul]
  return first === letterKind.hangul ? [sides.apart, sides.spaced] : Object.values(sides)
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
  if ((unit & 0xf800) !== 0xd800) return letterKindOf(unit)
  const isPair = at > 1 && (unit & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return letterKindOf(text.codePointAt(at - (isPair ? 2 : 1)) as number)
}
