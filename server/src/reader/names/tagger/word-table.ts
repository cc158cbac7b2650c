import { hashWord, mix, NumberIndex } from './word-hash.ts'
import { looksOf, type WordLooks } from './word-looks.ts'

// What is known of words before any page is read: which others are used like them, whether they are common, and whether
// people or places are called so.

export const isGiven = 1
export const isSurname = 2
export const isPlace = 4
export const isDemonymWord = 8

export interface WordColumns {
  /** Hashes of words in lower case, sorted. */
  words: Uint32Array
  /** 1 to 2048: words with a common beginning of their number are used alike. 0: not known. */
  clusters: Uint16Array
  /** How common a word is, 1 (very) to 6; 0: not known. The upper four bits; the lower four are what it names. */
  marks: Uint8Array
  /** Hashes of names of places of several words, sorted. */
  phrases: Uint32Array
}

export const phraseWords = 4
export const phraseStart = 17

/** Words whose looks are kept, at most 6 MB of them; they are forgotten all together, and those in use are soon back. */
export const looksKept = 20_000
const keptChars = 24

export class WordTable {
  readonly columns: WordColumns
  readonly #words: NumberIndex
  readonly #phrases: NumberIndex
  readonly #looks = new Map<string, WordLooks>()

  constructor({ words, clusters, marks, phrases }: WordColumns) {
    this.columns = { words, clusters, marks, phrases }
    this.#words = new NumberIndex(words)
    this.#phrases = new NumberIndex(phrases)
  }

  /** Pages and sites repeat their words. */
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

  /** -1 for a word that is not known. */
  find(lowerHash: number): number {
    return this.#words.find(lowerHash)
  }

  clusterAt(at: number): number {
    return at < 0 ? 0 : (this.columns.clusters[at] as number)
  }

  flagsAt(at: number): number {
    return at < 0 ? 0 : (this.columns.marks[at] as number) & 15
  }

  rankAt(at: number): number {
    return at < 0 ? 0 : (this.columns.marks[at] as number) >> 4
  }

  flagsOf(word: string): number {
    return this.flagsAt(this.find(hashWord(word.toLowerCase())))
  }

  rankOf(word: string): number {
    return this.rankAt(this.find(hashWord(word.toLowerCase())))
  }

  isPhrase(hash: number): boolean {
    return this.#phrases.find(hash) >= 0
  }

  /** Whether a place is called so. */
  isPlaceName(words: string[]): boolean {
    const [first = ''] = words
    if (words.length === 1) return (this.flagsOf(first) & isPlace) !== 0
    return words.length <= phraseWords && this.isPhrase(phraseHash(words.map((word) => hashWord(word.toLowerCase()))))
  }
}

/** A piece of more than 12 characters keeps all of the text in memory that it is from; this one stands by itself. */
function ownText(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece, 'utf16le').toString('utf16le')
}

export function phraseHash(lowerHashes: number[]): number {
  return lowerHashes.reduce((hash, word) => mix(hash, word), phraseStart)
}
