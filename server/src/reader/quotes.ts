import type { Quote } from './claims.ts'
import { foldName } from './refs.ts'

// Finds what somebody says to have read in the text of a page: as it stands there, but for white space, letter case,
// typographic signs and character references; otherwise by alignment to the page's own words. What comes back is
// always the page's text.

interface Folded {
  text: string
  /** Where each of its characters stands in the text it was made of; and where that ends. */
  places: Uint32Array
}

const tokenPattern = /[\p{L}\p{M}\p{N}]+/gu

interface Token {
  text: string
  start: number
  end: number
}

/** Longer quotes are cut to what is at their beginning: they prove no more. */
const quoteMax = 1000
/** Words of a quote that are aligned, and places that are tried: a model may send a thousand long quotes. */
const alignedWords = 60
const triedPlaces = 40
const leastShare = 0.8
/** How much longer than the quote the place may be that it is aligned to. */
const slack = 1.4

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

  /** Undefined when the page does not say it. `near` is where to look first. */
  find(said: string, near?: { start: number; end: number }): Quote | undefined {
    const wanted = fold(decodeReferences(said.slice(0, 2 * quoteMax))).text.trim()
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
    return this.#findExact(wanted, near) ?? this.#findParts(wanted) ?? this.#align(wanted)
  }

  /** Whether a name, a word or a value stands in the text, at word borders. */
  has(said: string, within?: { start: number; end: number }): boolean {
    const wanted = fold(decodeReferences(said)).text.trim()
    return wanted !== '' && this.#findExact(wanted, undefined, within) !== undefined
  }

  /** The first place that says exactly this, at word borders. */
  findExact(said: string, within?: { start: number; end: number }): Quote | undefined {
    const wanted = fold(decodeReferences(said)).text.trim()
    return wanted === '' ? undefined : this.#findExact(wanted, undefined, within)
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

  /** Whether these digits stand in the text, also as a part of others. */
  hasDigits(digits: string): boolean {
    return digits !== '' && this.#text.includes(digits)
  }

  #findExact(
    wanted: string,
    near?: { start: number; end: number },
    within?: { start: number; end: number },
  ): Quote | undefined {
    if (near) {
      const found = this.#findExact(wanted, undefined, near)
      if (found) return found
    }
    const { text, places } = this.#folded
    const from = within ? lowerBound(places, within.start) : 0
    for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length
      if (within && (places[end - 1] as number) >= within.end) return undefined
      if (isBorder(text, at) && isBorder(text, end)) return this.#quote(places[at] as number, this.#endOf(end))
    }
    return undefined
  }

  /** Who leaves something out writes dots: each part must be there, in order and near. */
  #findParts(wanted: string): Quote | undefined {
    const parts = wanted.split(/\s*(?:\.\.\.+|\[…\]|…)\s*/).filter((part) => /[\p{L}\p{N}]/u.test(part))
    if (parts.length < 2) return undefined
    let first: Quote | undefined
    let last: Quote | undefined
    for (const part of parts) {
      const within = last && { start: last.end, end: last.end + quoteMax }
      const found = this.#findExact(part, undefined, within)
      if (!found) return undefined
      first ??= found
      last = found
    }
    if (!first || !last || last.end - first.start > quoteMax) return first
    return this.#quote(first.start, last.end)
  }

  /**
   * The stretch of the page with most of the words in their order. Numbers must all be there: a quote that differs in a
   * number says something else.
   */
  #align(wanted: string): Quote | undefined {
    const words = tokensOf(wanted).slice(0, alignedWords)
    if (words.length < 3) return undefined
    const page = this.#pageTokens()
    const needed = Math.ceil(leastShare * words.length)
    let best: { from: number; to: number; hits: number } | undefined
    for (const from of this.#candidates(words)) {
      const window = page.slice(from, from + Math.ceil(slack * words.length) + 2)
      const match = longestCommon(words, window)
      if (match.hits >= needed && match.hits > (best?.hits ?? 0) && hasNumbers(words, match.matched)) {
        best = { from: from + match.first, to: from + match.last, hits: match.hits }
      }
    }
    if (!best) return undefined
    return this.#quote((page[best.from] as Token).start, (page[best.to] as Token).end)
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
    this.#tokens ??= tokensOf(this.#folded.text).map(({ text, start, end }) => ({
      text,
      start: this.#folded.places[start] as number,
      end: this.#endOf(end),
    }))
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

  /** Where the character before `end` in the folded text ends in the page's. */
  #endOf(end: number): number {
    const { places } = this.#folded
    const last = places[end - 1] as number
    const code = this.#text.codePointAt(last) ?? 0
    return last + (code > 0xffff ? 2 : 1)
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

/** Not between two letters; scripts that do not part their words have no borders. */
function isBorder(text: string, at: number): boolean {
  const before = text[at - 1]
  const after = text[at]
  if (!isWord(before) || !isWord(after)) return true
  return /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]/.test(`${before}${after}`)
}

function lowerBound(places: Uint32Array, wanted: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
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

const same: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
}
/** Characters that nobody sees. */
const isInvisible = (code: number) =>
  (code >= 0x200b && code <= 0x200f) ||
  code === 0x2060 ||
  code === 0xfeff ||
  code === 0xad ||
  (code >= 0x202a && code <= 0x202e)
const isSpace = (code: number) =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f

/** Lower case, one space for any white space, plain signs, nothing that cannot be seen. */
function fold(text: string): Folded {
  const places = new Uint32Array(2 * text.length + 1)
  const pieces: string[] = []
  let length = 0
  let afterSpace = false
  let plainFrom = -1
  const flush = (end: number) => {
    if (plainFrom >= 0) pieces.push(text.slice(plainFrom, end))
    plainFrom = -1
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      flush(at)
      if (!afterSpace) {
        pieces.push(' ')
        places[length++] = at
      }
      afterSpace = true
      continue
    }
    if (isInvisible(code)) {
      flush(at)
      continue
    }
    afterSpace = false
    if (code < 128 && !(code >= 65 && code <= 90)) {
      if (plainFrom < 0) plainFrom = at
      places[length++] = at
      continue
    }
    flush(at)
    const isPair = code >= 0xd800 && code <= 0xdbff && at + 1 < text.length
    const char = isPair ? text.slice(at, at + 2) : (text[at] as string)
    const folded = (same[char] ?? char.toLowerCase()).normalize('NFC').slice(0, 2)
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit++) places[length++] = at
    if (isPair) at++
  }
  flush(text.length)
  return { text: pieces.join(''), places: places.subarray(0, length) }
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Models write what they read in HTML. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return references[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
