import { readSentences } from '../../../language/sentences/sentences.ts'
import { stopWords } from './stop-words.ts'

// Words in their comparable form: without case and accents, and without endings unless they are names.

const plainWords = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Words as they are written. */
export function splitWords(text: string): string[] {
  if (!unspaced.test(text)) return text.match(plainWords) ?? []
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

export function splitSentences(text: string): string[] {
  return readSentences(text).map((tokens) => text.slice(tokens[0]?.start, tokens.at(-1)?.end))
}

export function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Folded words of a text without stop words. */
export function contentWords(text: string): string[] {
  return splitWords(text)
    .map(foldWord)
    .filter((word) => word !== '' && !stopWords.has(word))
}

const stemLength = 4
const endingLength = 3

/** The same word but for its ending: `founded` and `founder`. */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true
  const longest = Math.min(a.length, b.length)
  if (longest < stemLength || Math.abs(a.length - b.length) > endingLength) return false
  let common = 0
  while (common < longest && a[common] === b[common]) common++
  return common >= stemLength && Math.max(a.length, b.length) - common <= endingLength
}

/** The words of a text, for look-ups. */
export class WordSet {
  readonly #words: ReadonlySet<string>
  readonly #byStem: Map<string, string[]>

  constructor(...texts: string[]) {
    this.#words = new Set(texts.flatMap(splitWords).map(foldWord))
    this.#byStem = Map.groupBy(this.#words, (word) => word.slice(0, stemLength))
  }

  /** Matches a folded word exactly, or with an `s` more or less. */
  hasName(word: string): boolean {
    return (
      this.#words.has(word) || this.#words.has(`${word}s`) || (word.endsWith('s') && this.#words.has(word.slice(0, -1)))
    )
  }

  has(word: string): boolean {
    if (this.#words.has(word)) return true
    return this.#byStem.get(word.slice(0, stemLength))?.some((known) => areAlike(known, word)) ?? false
  }

  hasOneOf(words: ReadonlySet<string>): boolean {
    return !this.#words.isDisjointFrom(words)
  }
}
