import { hashWord, mix, NumberIndex } from './word-hash.ts'
import { looksOf, type WordLooks } from './word-looks.ts'

// Knowledge about words before any page is read: clusters of similar use, frequency, and whether they name people or
// places.

export const isGiven = 1
export const isSurname = 2
export const isPlace = 4
export const isDemonymWord = 8
export const isOrganization = 16

export interface WordColumns {
  /** Hashes of words in lower case, sorted. */
  words: Uint32Array
  /** 1 to 2048: words whose numbers share leading bits are used alike. 0: not known. */
  clusters: Uint16Array
  /**
   * The upper three bits: the frequency rank, 1 (very common) to 6, or 0 for not known. The lower five: flags for what
   * the word names.
   */
  marks: Uint8Array
  /** Hashes of place names of several words, sorted. */
  phrases: Uint32Array
  /** The same of organizations. */
  organizations: Uint32Array
  /** Hashes of German nouns in lower case, in all their forms, sorted. */
  nouns: Uint32Array
}

export const phraseWords = 4
export const organizationWords = 6
export const phraseStart = 17
/** Where the rank stands in a mark. */
export const rankShift = 5

/** Words whose looks are cached, at most 6 MB. A full cache is cleared; words in use soon return. */
export const looksKept = 20_000
const keptChars = 24

export class WordTable {
  readonly columns: WordColumns
  readonly #words: NumberIndex
  readonly #phrases: NumberIndex
  readonly #organizations: NumberIndex
  readonly #nouns: NumberIndex
  readonly #looks = new Map<string, WordLooks>()

  constructor({ words, clusters, marks, phrases, organizations, nouns }: WordColumns) {
    this.columns = { words, clusters, marks, phrases, organizations, nouns }
    this.#words = new NumberIndex(words)
    this.#phrases = new NumberIndex(phrases)
    this.#organizations = new NumberIndex(organizations)
    this.#nouns = new NumberIndex(nouns)
  }

  /** Cached, because pages and sites repeat their words. */
  looksOf(word: string): WordLooks {
    if (word.length > keptChars) return looksOf(word, this)
    let looks = this.#looks.get(word)
    if (looks === undefined) {
      if (this.#looks.size >= looksKept) this.#looks.clear()
      looks = looksOf(word, this)
      this.#looks.set(ownText(word), looks)
    }
    return looks
  }

  /** The row of a word, or -1. */
  find(lowerHash: number): number {
    return this.#words.find(lowerHash)
  }

  clusterAt(at: number): number {
    return at < 0 ? 0 : (this.columns.clusters[at] as number)
  }

  flagsAt(at: number): number {
    return at < 0 ? 0 : (this.columns.marks[at] as number) & (2 ** rankShift - 1)
  }

  rankAt(at: number): number {
    return at < 0 ? 0 : (this.columns.marks[at] as number) >> rankShift
  }

  flagsOf(word: string): number {
    return this.flagsAt(this.find(hashWord(word.toLowerCase())))
  }

  rankOf(word: string): number {
    return this.rankAt(this.find(hashWord(word.toLowerCase())))
  }

  isNoun(lowerHash: number): boolean {
    return this.#nouns.find(lowerHash) >= 0
  }

  isPhrase(hash: number): boolean {
    return this.#phrases.find(hash) >= 0
  }

  isOrganizationPhrase(hash: number): boolean {
    return this.#organizations.find(hash) >= 0
  }

  /** Whether these words are the name of a well-known organization. */
  isOrganizationName(words: string[]): boolean {
    const [first = ''] = words
    if (words.length === 1) return (this.flagsOf(first) & isOrganization) !== 0
    const hashes = words.map((word) => hashWord(word.toLowerCase()))
    return words.length <= organizationWords && this.isOrganizationPhrase(phraseHash(hashes))
  }

  /** Whether these words are the name of a place. */
  isPlaceName(words: string[]): boolean {
    const [first = ''] = words
    if (words.length === 1) return (this.flagsOf(first) & isPlace) !== 0
    return words.length <= phraseWords && this.isPhrase(phraseHash(words.map((word) => hashWord(word.toLowerCase()))))
  }
}

/** A copy, because a slice of more than 12 characters keeps its whole source text in memory. */
function ownText(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece, 'utf16le').toString('utf16le')
}

export function phraseHash(lowerHashes: number[]): number {
  return lowerHashes.reduce((hash, word) => mix(hash, word), phraseStart)
}
