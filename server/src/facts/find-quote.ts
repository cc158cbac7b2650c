import { decodeHtmlReferences } from '../language/character-references.ts'
import { foldName } from '../language/fold-name.ts'
import { type Folded, fold, isCombiningMark } from '../language/fold-quote.ts'
import { lowerBound } from '../language/lower-bound.ts'
import { allWords } from '../language/word-lists.ts'
import type { Quote } from './claim.ts'

// Finds a quote in the text of a page: verbatim, except for white space, letter case, typographic signs and character
// references; otherwise by alignment with the page's words. The result is always the page's own text.

const tokenPattern = /[\p{L}\p{M}\p{N}]+/gu

/** A word, its span in the folded text, and its offset in the page's text. */
interface Token {
  text: string
  start: number
  end: number
  offset: number
}

/** Longer quotes are cut at their end: the rest proves no more. */
const quoteMax = 1000
/** Words of a quote that are aligned, and positions that are tried: a model may send a thousand long quotes. */
const alignedWords = 60
const alignedTries = 40
const exactTries = 2000
const matchesMax = 50
const leastShare = 0.8
/** How much longer than the quote the aligned span may be. */
const slack = 1.4

export interface Span {
  start: number
  end: number
}

export class QuoteFinder {
  readonly #text: string
  readonly #folded: Folded
  #tokens: Token[] | undefined
  #index: Map<string, number[]> | undefined
  #words: Set<string> | undefined

  constructor(text: string) {
    this.#text = text
    this.#folded = fold(text)
  }

  /**
   * Undefined when the page does not contain it. The spans in `first` are searched before the rest. Of the places that a shortened quote
   * fits, the shortest for which `isMeant` holds is taken, or else the shortest.
   */
  find(quote: string, first: Span[] = [], isMeant?: (found: Quote) => boolean): Quote | undefined {
    const wanted = fold(decodeHtmlReferences(quote.slice(0, 2 * quoteMax))).text.trim()
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
    for (const span of first) {
      const found = this.#findExact(wanted, span)
      if (found) return found
    }
    return this.#findExact(wanted) ?? this.#findParts(wanted, first, isMeant) ?? this.#align(wanted, first)
  }

  /** The first exact match at word borders. */
  findExact(quote: string, within?: Span): Quote | undefined {
    const wanted = fold(decodeHtmlReferences(quote)).text.trim()
    return wanted === '' ? undefined : this.#findExact(wanted, within)
  }

  /** All exact matches, up to `matchesMax`. */
  findAll(quote: string): Quote[] {
    const wanted = fold(decodeHtmlReferences(quote)).text.trim()
    const found: Quote[] = []
    let after = 0
    while (wanted !== '' && found.length < matchesMax) {
      const match = this.#findExact(wanted, { start: after, end: this.#text.length })
      if (!match) break
      found.push(match)
      after = match.end
    }
    return found
  }

  /** Whether the text contains this at word borders. */
  has(quote: string, within?: Span): boolean {
    return this.findExact(quote, within) !== undefined
  }

  get text(): string {
    return this.#text
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end)
  }

  /** Whether the page contains a word that was folded with `foldName`. */
  hasWord(word: string): boolean {
    this.#words ??= new Set(foldName(this.#text).split(' '))
    return this.#words.has(word)
  }

  #findExact(wanted: string, within?: Span): Quote | undefined {
    const { text, offsets } = this.#folded
    for (const at of this.#startsOf(wanted, within)) {
      const end = at + wanted.length
      if (at < 0 || !text.startsWith(wanted, at)) continue
      const start = offsets[at] as number
      if (within && (start < within.start || (offsets[end - 1] as number) >= within.end)) continue
      if (isBorder(text, at) && isBorder(text, end)) return this.#quote(start, this.#endOf(end))
    }
    return undefined
  }

  /** Offsets where the quote may begin: from its rarest word, or by plain search in scripts without spaces. */
  *#startsOf(wanted: string, within?: Span): Iterable<number> {
    let tried = 0
    if (unspaced.test(wanted)) {
      const { text, offsets } = this.#folded
      const from = within ? lowerBound(offsets, within.start) : 0
      for (let at = text.indexOf(wanted, from); at >= 0 && tried++ < exactTries; at = text.indexOf(wanted, at + 1)) {
        yield at
      }
      return
    }
    const index = this.#pageIndex()
    let rarest: { offset: number; indexes: number[] } | undefined
    for (const { text, start } of tokensOf(wanted)) {
      const indexes = index.get(text)
      if (!indexes) return
      if (!rarest || indexes.length < rarest.indexes.length) rarest = { offset: start, indexes }
    }
    if (!rarest) return
    const tokens = this.#pageTokens()
    for (const index of rarest.indexes) {
      const token = tokens[index] as Token
      if (within && token.offset < within.start) continue
      if (within && token.offset >= within.end) return
      if (tried++ >= exactTries) return
      yield token.start - rarest.offset
    }
  }

  /** A quote with an ellipsis: each part must be there, in order and close together, if possible in a span of `first`. */
  #findParts(wanted: string, first: Span[], isMeant: (found: Quote) => boolean = () => true): Quote | undefined {
    const parts = wanted.split(/\s*(?:\.\.\.+|\[…\]|…)\s*/).filter((part) => /[\p{L}\p{N}]/u.test(part))
    if (parts.length < 2) return undefined
    const whole = { start: 0, end: this.#text.length }
    let shortest: Quote | undefined
    for (const within of [...first, whole]) {
      const found = this.#spansOf(parts, within).sort((a, b) => a.end - a.start - (b.end - b.start))
      const meant = found.find(isMeant)
      if (meant) return meant
      shortest ??= found[0]
    }
    return shortest
  }

  /** The spans that begin with the first part, each as short as it can be. */
  #spansOf([opening = '', ...others]: string[], within: Span): Quote[] {
    const found: Quote[] = []
    let after = within.start
    for (let tries = 0; tries < matchesMax; tries++) {
      const head = this.#findExact(opening, { start: after, end: within.end })
      if (!head) break
      after = head.end
      let last: Quote | undefined = head
      const end = Math.min(within.end, head.start + quoteMax)
      // The first and the last words of a short sentence may share some.
      for (const part of others) last = last && this.#findExact(part, { start: last.start + 1, end })
      if (last) found.push(this.#quote(head.start, Math.max(head.end, last.end)))
    }
    return found
  }

  /**
   * The span of the page with most of the words in order. All numbers must match, and so must the count of negations:
   * otherwise the quote says something else.
   */
  #align(wanted: string, first: Span[]): Quote | undefined {
    const words = tokensOf(wanted).slice(0, alignedWords)
    if (words.length < 3) return undefined
    const page = this.#pageTokens()
    const needed = Math.ceil(leastShare * words.length)
    let best: { from: number; to: number; score: number } | undefined
    for (const from of this.#candidates(words)) {
      const window = page.slice(from, from + Math.ceil(slack * words.length) + 2)
      const match = longestCommon(words, window)
      if (match.hits < needed || !hasNumbers(words, match.matched)) continue
      if (countNegations(words) !== countNegations(window.slice(match.first, match.last + 1))) continue
      const { offset } = window[match.first] as Token
      const score = match.hits + (first.some(({ start, end }) => offset >= start && offset < end) ? 0.5 : 0)
      if (score > (best?.score ?? 0)) best = { from: from + match.first, to: from + match.last, score }
    }
    if (!best) return undefined
    return this.#quote((page[best.from] as Token).offset, this.#endOf((page[best.to] as Token).end))
  }

  /** Token indexes where the quote would begin according to its rarest words. */
  #candidates(words: Token[]): number[] {
    const index = this.#pageIndex()
    const known = words.flatMap(({ text }, at) => {
      const indexes = index.get(text)
      return indexes ? [{ at, indexes }] : []
    })
    known.sort((a, b) => a.indexes.length - b.indexes.length)
    const starts = new Set<number>()
    for (const { at, indexes } of known.slice(0, 4)) {
      for (const index of indexes.slice(0, alignedTries)) starts.add(Math.max(0, index - at - 2))
    }
    return [...starts].slice(0, alignedTries)
  }

  #pageTokens(): Token[] {
    if (!this.#tokens) {
      this.#tokens = tokensOf(this.#folded.text)
      for (const token of this.#tokens) token.offset = this.#folded.offsets[token.start] as number
    }
    return this.#tokens
  }

  #pageIndex(): Map<string, number[]> {
    if (!this.#index) {
      this.#index = new Map()
      for (const [at, { text }] of this.#pageTokens().entries()) {
        const indexes = this.#index.get(text)
        if (indexes) indexes.push(at)
        else this.#index.set(text, [at])
      }
    }
    return this.#index
  }

  /** The offset in the page's text behind the character before `end` of the folded text, with its combining marks. */
  #endOf(end: number): number {
    const last = this.#folded.offsets[end - 1] as number
    const code = this.#text.codePointAt(last) ?? 0
    let after = last + (code > 0xffff ? 2 : 1)
    while (isCombiningMark(this.#text.charCodeAt(after))) after++
    return after
  }

  #quote(start: number, end: number): Quote {
    const cut = Math.min(end, start + quoteMax)
    // Does not cut a surrogate pair.
    const isSplit = cut < end && /[\udc00-\udfff]/.test(this.#text[cut] ?? '')
    const stop = isSplit ? cut - 1 : cut
    return { text: this.#text.slice(start, stop), start, end: stop }
  }
}

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{M}\p{N}]/u.test(char)

/** Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]/

/** Whether a word may begin or end here. Every position is a border in scripts without spaces. */
function isBorder(text: string, at: number): boolean {
  const before = text[at - 1]
  const after = text[at]
  if (!isWord(before) || !isWord(after)) return true
  return unspaced.test(`${before}${after}`)
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    offset: 0,
  }))
}

/** The longest common subsequence of words, and where it begins and ends in the window. */
function longestCommon(words: Token[], window: Token[]) {
  const width = window.length + 1
  const table = new Uint16Array((words.length + 1) * width)
  for (let row = words.length - 1; row >= 0; row--) {
    for (let column = window.length - 1; column >= 0; column--) {
      const at = row * width + column
      table[at] =
        words[row]?.text === window[column]?.text
          ? (table[at + width + 1] as number) + 1
          : Math.max(table[at + width] as number, table[at + 1] as number)
    }
  }
  const matched = new Set<number>()
  let first = -1
  let last = -1
  for (let row = 0, column = 0; row < words.length && column < window.length; ) {
    const at = row * width + column
    if (words[row]?.text === window[column]?.text) {
      if (first < 0) first = column
      last = column
      matched.add(row)
      row++
      column++
    } else if ((table[at + width] as number) >= (table[at + 1] as number)) row++
    else column++
  }
  return { hits: table[0] as number, first, last, matched }
}

function hasNumbers(words: Token[], matched: Set<number>): boolean {
  return words.every(({ text }, at) => matched.has(at) || !/\p{N}/u.test(text))
}

const negations = allWords('negations-in-quotes')

function countNegations(words: Token[]): number {
  return words.reduce((sum, { text }) => sum + (negations.has(text) ? 1 : 0), 0)
}
