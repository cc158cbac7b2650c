import { foldText, place, placeOf } from './fold-text.ts'

// Finds the first of many terms in a text, in one walk over it (Aho and Corasick, 1975): the time grows
// with the text and not with the number of terms. At worst, where terms end in one another, it grows with
// the longest of them too. A term is found where it stands as words of its own.

interface Term {
  /** As the rules have it. */
  name: string
  length: number
  first: number
  /** Whether a letter right after it makes it a piece of a longer word: `C++` is not in C++11. */
  needsEnd: boolean
}

/** Takes a folded text; says which term is in it, the one that ends first. */
export type FindTerm = (folded: string) => string | undefined

/** The beginnings of all terms, numbered; 0 is the empty one. */
class Prefixes {
  readonly #longer = new Map<number, number>()
  readonly #parents = [0]
  readonly #units = [0]
  readonly #byLength: number[][] = [[0]]
  /** The term that a beginning is all of. */
  readonly terms: (Term | undefined)[] = [undefined]
  /** For each, the longest other one that it ends with. */
  readonly shorter = [0]
  /** The same, of those that are whole terms. */
  readonly shorterTerms = [0]

  add(name: string): void {
    const folded = foldText(name)
    if (folded === '') return
    let prefix = 0
    for (let at = 0; at < folded.length; at++) {
      prefix = this.longer(prefix, folded.charCodeAt(at)) ?? this.#extend(prefix, folded.charCodeAt(at), at + 1)
    }
    this.terms[prefix] ??= {
      name,
      length: folded.length,
      first: placeAt(folded, 0),
      needsEnd: isTight(placeBefore(folded, folded.length)),
    }
  }

  longer(prefix: number, unit: number): number | undefined {
    return this.#longer.get(prefix * 0x10000 + unit)
  }

  #extend(prefix: number, unit: number, length: number): number {
    const longer = this.#parents.push(prefix) - 1
    this.#longer.set(prefix * 0x10000 + unit, longer)
    this.#units.push(unit)
    this.terms.push(undefined)
    this.#byLength[length] ??= []
    this.#byLength[length].push(longer)
    return longer
  }

  /** From the short ones to the long: each builds on shorter ones. */
  link(): void {
    for (const prefix of this.#byLength.slice(1).flat()) {
      const parent = this.#parents[prefix] as number
      const shorter = parent === 0 ? 0 : this.step(this.shorter[parent] as number, this.#units[prefix] as number)
      this.shorter[prefix] = shorter
      this.shorterTerms[prefix] = this.terms[shorter] ? shorter : (this.shorterTerms[shorter] as number)
    }
  }

  /** The longest beginning of a term that the text ends with, one unit further. */
  step(prefix: number, unit: number): number {
    for (let from = prefix; ; from = this.shorter[from] as number) {
      const longer = this.longer(from, unit)
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
      prefix = prefixes.step(prefix, folded.charCodeAt(at))
      let found = prefixes.terms[prefix] ? prefix : (prefixes.shorterTerms[prefix] as number)
      if (found === 0) continue
      const isInWord = placeAt(folded, at + 1) === place.spaced
      for (; found !== 0; found = prefixes.shorterTerms[found] as number) {
        const term = prefixes.terms[found] as Term
        if (!(isInWord && term.needsEnd) && beginsAlone(folded, at + 1 - term.length, term)) return term.name
      }
    }
    return undefined
  }
}

function beginsAlone(folded: string, start: number, { first }: Term): boolean {
  const before = placeBefore(folded, start)
  if (before === place.spaced) return !isTight(first)
  return !(before === place.hangul && first === place.hangul)
}

/** Whether a letter beside it makes it a piece of a longer word. Punctuation too: `.NET` is not in example.net. */
const isTight = (edge: number) => edge === place.spaced || edge === place.none

const placeAt = (text: string, at: number): number =>
  at < text.length ? placeOf(text.codePointAt(at) as number) : place.none

function placeBefore(text: string, at: number): number {
  if (at === 0) return place.none
  const isPair =
    at > 1 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return placeOf(text.codePointAt(at - (isPair ? 2 : 1)) as number)
}
