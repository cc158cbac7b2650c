import { decodeHtmlReferences } from '../language/character-references.ts'
import { foldName } from '../language/fold-name.ts'
import { type Folded, fold, isCombiningMark } from '../language/fold-quote.ts'
import { lowerBound } from '../language/lower-bound.ts'
import { readWords } from '../language/word-lists.ts'
import type { Quote } from './claim.ts'

// Finds what somebody says to have read in the text of a page: as it stands there, but for white space, letter case,
// typographic signs and character references; otherwise by alignment to the page's own words. What comes back is
// always the page's text.

const tokenPattern = /[\p{L}\p{M}\p{N}]+/gu

/** A word, and where it stands in the folded text and in that of the page. */
interface Token {
  text: string
  start: number
  end: number
  place: number
}

/** Longer quotes are cut to what is at their beginning: they prove no more. */
const quoteMax = 1000
/** Words of a quote that are aligned, and places that are tried: a model may send a thousand long quotes. */
const alignedWords = 60
const triedPlaces = 40
const exactPlaces = 2000
const placesMax = 50
const leastShare = 0.8
/** How much longer than the quote the place may be that it is aligned to. */
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

  /** Undefined when the page does not say it. It is looked for in `first` before it is looked for elsewhere. */
  find(said: string, first: Span[] = []): Quote | undefined {
    const wanted = fold(decodeHtmlReferences(said.slice(0, 2 * quoteMax))).text.trim()
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
    for (const span of first) {
      const found = this.#findExact(wanted, span)
      if (found) return found
    }
    return this.#findExact(wanted) ?? this.#findParts(wanted) ?? this.#align(wanted, first)
  }

  /** The first place that says exactly this, at word borders. */
  findExact(said: string, within?: Span): Quote | undefined {
    const wanted = fold(decodeHtmlReferences(said)).text.trim()
    return wanted === '' ? undefined : this.#findExact(wanted, within)
  }

  /** All places that say exactly this, as far as there are not too many. */
  places(said: string): Quote[] {
    const wanted = fold(decodeHtmlReferences(said)).text.trim()
    const found: Quote[] = []
    let after = 0
    while (wanted !== '' && found.length < placesMax) {
      const quote = this.#findExact(wanted, { start: after, end: this.#text.length })
      if (!quote) break
      found.push(quote)
      after = quote.end
    }
    return found
  }

  /** Whether a name, a word or a value stands in the text, at word borders. */
  has(said: string, within?: Span): boolean {
    return this.findExact(said, within) !== undefined
  }

  get text(): string {
    return this.#text
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end)
  }

  /** Whether a word, folded as names are, is one of the page's. */
  hasWord(word: string): boolean {
    this.#words ??= new Set(foldName(this.#text).split(' '))
    return this.#words.has(word)
  }

  #findExact(wanted: string, within?: Span): Quote | undefined {
    const { text, places } = this.#folded
    for (const at of this.#placesOf(wanted, within)) {
      const end = at + wanted.length
      if (at < 0 || !text.startsWith(wanted, at)) continue
      const start = places[at] as number
      if (within && (start < within.start || (places[end - 1] as number) >= within.end)) continue
      if (isBorder(text, at) && isBorder(text, end)) return this.#quote(start, this.#endOf(end))
    }
    return undefined
  }

  /** Where it may begin: by its rarest word; by looking for it where words are not parted. */
  *#placesOf(wanted: string, within?: Span): Iterable<number> {
    let tried = 0
    if (unparted.test(wanted)) {
      const { text, places } = this.#folded
      const from = within ? lowerBound(places, within.start) : 0
      for (let at = text.indexOf(wanted, from); at >= 0 && tried++ < exactPlaces; at = text.indexOf(wanted, at + 1)) {
        yield at
      }
      return
    }
    const index = this.#pageIndex()
    let rarest: { offset: number; places: number[] } | undefined
    for (const { text, start } of tokensOf(wanted)) {
      const places = index.get(text)
      if (!places) return
      if (!rarest || places.length < rarest.places.length) rarest = { offset: start, places }
    }
    if (!rarest) return
    const tokens = this.#pageTokens()
    for (const place of rarest.places) {
      const token = tokens[place] as Token
      if (within && token.place < within.start) continue
      if (within && token.place >= within.end) return
      if (tried++ >= exactPlaces) return
      yield token.start - rarest.offset
    }
  }

  /** Who leaves something out writes dots: each part must be there, in order and near. */
  #findParts(wanted: string): Quote | undefined {
    const parts = wanted.split(/\s*(?:\.\.\.+|\[…\]|…)\s*/).filter((part) => /[\p{L}\p{N}]/u.test(part))
    if (parts.length < 2) return undefined
    let first: Quote | undefined
    let last: Quote | undefined
    for (const part of parts) {
      const within = last && { start: last.end, end: last.end + quoteMax }
      const found = this.#findExact(part, within)
      if (!found) return undefined
      first ??= found
      last = found
    }
    if (!first || !last || last.end - first.start > quoteMax) return first
    return this.#quote(first.start, last.end)
  }

  /**
   * The stretch of the page with most of the words in their order. Numbers must all be there, and there may be no "not"
   * on one side alone: such a quote says something else.
   */
  #align(wanted: string, first: Span[]): Quote | undefined {
    const words = tokensOf(wanted).slice(0, alignedWords)
    if (words.length < 3) return undefined
    const page = this.#pageTokens()
    const needed = Math.ceil(leastShare * words.length)
    let best: { from: number; to: number; worth: number } | undefined
    for (const from of this.#candidates(words)) {
      const window = page.slice(from, from + Math.ceil(slack * words.length) + 2)
      const match = longestCommon(words, window)
      if (match.hits < needed || !hasNumbers(words, match.matched)) continue
      if (countNegations(words) !== countNegations(window.slice(match.first, match.last + 1))) continue
      const place = (window[match.first] as Token).place
      const worth = match.hits + (first.some(({ start, end }) => place >= start && place < end) ? 0.5 : 0)
      if (worth > (best?.worth ?? 0)) best = { from: from + match.first, to: from + match.last, worth }
    }
    if (!best) return undefined
    return this.#quote((page[best.from] as Token).place, this.#endOf((page[best.to] as Token).end))
  }

  /** Where the rarest words of the quote would have it begin. */
  #candidates(words: Token[]): number[] {
    const index = this.#pageIndex()
    const known = words.flatMap(({ text }, at) => {
      const places = index.get(text)
      return places ? [{ at, places }] : []
    })
    known.sort((a, b) => a.places.length - b.places.length)
    const starts = new Set<number>()
    for (const { at, places } of known.slice(0, 4)) {
      for (const place of places.slice(0, triedPlaces)) starts.add(Math.max(0, place - at - 2))
    }
    return [...starts].slice(0, triedPlaces)
  }

  #pageTokens(): Token[] {
    if (!this.#tokens) {
      this.#tokens = tokensOf(this.#folded.text)
      for (const token of this.#tokens) token.place = this.#folded.places[token.start] as number
    }
    return this.#tokens
  }

  #pageIndex(): Map<string, number[]> {
    if (!this.#index) {
      this.#index = new Map()
      for (const [at, { text }] of this.#pageTokens().entries()) {
        const places = this.#index.get(text)
        if (places) places.push(at)
        else this.#index.set(text, [at])
      }
    }
    return this.#index
  }

  /** Where the character before `end` in the folded text ends in the page's, with the marks on it. */
  #endOf(end: number): number {
    const last = this.#folded.places[end - 1] as number
    const code = this.#text.codePointAt(last) ?? 0
    let after = last + (code > 0xffff ? 2 : 1)
    while (isCombiningMark(this.#text.charCodeAt(after))) after++
    return after
  }

  #quote(start: number, end: number): Quote {
    const cut = Math.min(end, start + quoteMax)
    // Not inside a surrogate pair.
    const isSplit = cut < end && /[\udc00-\udfff]/.test(this.#text[cut] ?? '')
    const stop = isSplit ? cut - 1 : cut
    return { text: this.#text.slice(start, stop), start, end: stop }
  }
}

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{M}\p{N}]/u.test(char)

/** Scripts that do not part their words: Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean. */
const unparted = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]/

/** Not between two letters; scripts that do not part their words have no borders. */
function isBorder(text: string, at: number): boolean {
  const before = text[at - 1]
  const after = text[at]
  if (!isWord(before) || !isWord(after)) return true
  return unparted.test(`${before}${after}`)
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    place: 0,
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

const negations = readWords('negations', 'quotes')

function countNegations(words: Token[]): number {
  return words.reduce((sum, { text }) => sum + (negations.has(text) ? 1 : 0), 0)
}
