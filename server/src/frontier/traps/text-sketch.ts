import { weekdays } from '../../dates/date-words.ts'
import { months } from '../../language/months.ts'

// A text sketch stands for what a page says: of all its shingles (three words in a row) the few with the smallest hashes
// (bottom-k). Two pages that say mostly the same have mostly the same sketch, whatever numbers, dates and menus they
// differ in. The sketches of many pages are kept in a Bloom filter: small, fixed in size, and wrong only in the
// direction of "said before".

const perPage = 24
/** Fewer hashes are enough to tell a page from any other page of the site. */
const perPageOfSite = 12
/** Only the beginning of a page is sketched. */
const charsMax = 3_000

export interface TextSketch {
  /** The smallest hashes of the text's shingles; fewer when the text is short. */
  hashes: number[]
  /** How many shingles the text has. */
  count: number
}

export function sketchOf(texts: Iterable<string>): TextSketch {
  const smallest = new Smallest()
  for (const text of beginningOf(texts)) noteTriples(text, smallest)
  return { hashes: smallest.values, count: smallest.count }
}

/** A paragraph is read to its end, unless it alone is longer: strangers write some of megabytes. */
function* beginningOf(texts: Iterable<string>): Generator<string> {
  let chars = 0
  for (const text of texts) {
    if (chars > charsMax) return
    chars += text.length
    yield text.slice(0, charsMax)
  }
}

/** The smallest of all numbers that were added, each once. */
class Smallest {
  readonly values: number[] = []
  count = 0
  #largest = Number.POSITIVE_INFINITY

  add(value: number): void {
    this.count++
    if (value >= this.#largest) return
    const { values } = this
    let at = values.length
    while (at > 0 && (values[at - 1] as number) > value) at--
    if (values[at - 1] === value) return
    values.splice(at, 0, value)
    if (values.length > perPage) values.pop()
    if (values.length === perPage) this.#largest = values[perPage - 1] as number
  }
}

const seed = 0x811c9dc5

/** Adds each three words in a row, or all words of a shorter text. Goes character by character, to be quick. */
function noteTriples(text: string, smallest: Smallest): void {
  let [before, last, hash] = [0, 0, seed]
  let words = 0
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 0
    const isPart = isLetter(code)
    if (isPart) hash = Math.imul(hash ^ (code < 128 ? code | 32 : code), 0x01000193)
    if (hash === seed || (isPart && code < ideographs)) continue
    if (++words > 2) smallest.add(mix(mix(before, last), hash))
    before = last
    last = hash
    hash = seed
  }
  if (words === 1 || words === 2) smallest.add(mix(before, last))
}

/** Scripts from this character on have no spaces between words. */
const ideographs = 0x2e80

/** Only letters count: numbers, prices and marks make no page new. */
function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  if (code < 0xc0) return false
  return code < 0x2000 || (code >= 0x2c00 && code < 0x3000) || code >= 0x3040
}

function mix(one: number, two: number): number {
  let mixed = Math.imul(one ^ (two >>> 13), 0x85ebca6b) ^ Math.imul(two, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * Stands for the data of a page: its words and numbers that do not follow from its address. Dates and small numbers do
 * not count, because a calendar or a list that never ends has others on every page. Undefined where there are no data.
 */
export function dataOf(texts: Iterable<string>, address: string): number | undefined {
  const named = nameOf(address)
  let [hash, hasData] = [seed, false]
  for (const text of beginningOf(texts)) {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)) {
      if (isDatePart(word) || named.includes(word)) continue
      hash = mix(hash, hashOf(word))
      hasData = true
    }
  }
  return hasData ? hash : undefined
}

/** A day, a month, an hour or a year. */
const isDatePart = (word: string) => /^(?:\d{1,2}|[12]\d{3})$/.test(word) || months.has(word) || weekdays.has(word)

function nameOf(address: string): string {
  try {
    return decodeURIComponent(address).toLowerCase()
  } catch {
    return address.toLowerCase()
  }
}

function hashOf(word: string): number {
  let hash = seed
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

const bytes = 4096
const probes = 3
/** A filter that is fuller than this answers "said before" to too much that is new. */
const fullShare = 0.6

export interface SketchComparison {
  filter: Buffer
  /** The part of the sketch that was not in the filter, and about how many words of the page that stands for. */
  new_share: number
  new_words: number
}

/** Adds a page to the filter of its group. */
export function addToGroup(filter: Uint8Array | null, sketch: TextSketch): SketchComparison {
  return add(filter, sketch.hashes, sketch.count)
}

/** Adds the data of a page to the filter of its group, and says whether no page had them. */
export function addData(filter: Buffer, data: number | undefined): boolean {
  return data !== undefined && addOne(filter, data)
}

/** Adds a page to the filter of its site. */
export function addToSite(filter: Uint8Array | null, sketch: TextSketch): SketchComparison {
  return add(filter, sketch.hashes.slice(0, perPageOfSite), sketch.count)
}

function add(known: Uint8Array | null, hashes: number[], count: number): SketchComparison {
  const filter = Buffer.alloc(bytes)
  // A full filter starts anew: that gives a trap a few pages more, while a full one would end an honest group.
  if (known?.length === bytes && shareOfOnes(known) < fullShare) filter.set(known)
  let fresh = 0
  for (const hash of hashes) if (addOne(filter, hash)) fresh++
  const new_share = hashes.length === 0 ? 0 : fresh / hashes.length
  return { filter, new_share, new_words: new_share * count }
}

/** Looks at every eighth byte only: hashes are spread evenly. */
function shareOfOnes(filter: Uint8Array): number {
  let ones = 0
  for (let at = 0; at < filter.length; at += 8) {
    for (let byte = filter[at] as number; byte > 0; byte &= byte - 1) ones++
  }
  return ones / filter.length
}

/** Adds a hash, and says whether it was not in the filter. */
function addOne(filter: Uint8Array, hash: number): boolean {
  let isNew = false
  const step = Math.imul(hash, 0x9e3779b1) | 1
  for (let probe = 0; probe < probes; probe++) {
    const bit = (hash + probe * step) >>> 0
    const byte = (bit >>> 3) % bytes
    const mask = 1 << (bit & 7)
    if (((filter[byte] as number) & mask) === 0) isNew = true
    filter[byte] = (filter[byte] as number) | mask
  }
  return isNew
}
