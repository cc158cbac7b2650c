// What pages have said. Of each page a few groups of three words are kept, those with the smallest hashes: two pages
// that say the same in large part have the same ones, whatever numbers, dates and menus they differ in. They are kept
// in Bloom filters: small, fixed in size, and wrong only in the direction of "said before".

const perPage = 24
/** Enough to tell what a page says from what any other page of the site says. */
const perPageOfSite = 12
/** A page is known by its beginning. */
const charsMax = 3_000

export interface Sayings {
  /** The hashes that stand for it; fewer when it is short. */
  hashes: number[]
  /** Of how many they were taken. */
  count: number
}

export function sayingsOf(texts: Iterable<string>): Sayings {
  const smallest = new Smallest()
  let chars = 0
  for (const text of texts) {
    if (chars > charsMax) break
    chars += text.length
    noteTriples(text, smallest)
  }
  return { hashes: smallest.values, count: smallest.count }
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

/** Each three words that follow each other; all its words when there are fewer. Character by character, to be quick. */
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

/** From here on scripts have no spaces between words. */
const ideographs = 0x2e80

/** Numbers, prices and marks make nothing new. */
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

const bytes = 4096
const probes = 3
/** A filter that is fuller than this would know what was never said. */
const fullShare = 0.6

export interface Said {
  filter: Buffer
  /** Which part of it had not been said before, and how many words that are, about. */
  new_share: number
  new_words: number
}

/** For what the pages of one group have said. */
export function addToGroup(filter: Uint8Array | null, sayings: Sayings): Said {
  return add(filter, sayings.hashes, sayings.count)
}

/** For what any page of a site has said. */
export function addToSite(filter: Uint8Array | null, sayings: Sayings): Said {
  return add(filter, sayings.hashes.slice(0, perPageOfSite), sayings.count)
}

function add(known: Uint8Array | null, hashes: number[], count: number): Said {
  const filter = Buffer.alloc(bytes)
  // Forgetting gives a trap a few pages more; remembering everything would end an honest group.
  if (known?.length === bytes && shareOfOnes(known) < fullShare) filter.set(known)
  let fresh = 0
  for (const hash of hashes) if (addOne(filter, hash)) fresh++
  const new_share = hashes.length === 0 ? 0 : fresh / hashes.length
  return { filter, new_share, new_words: new_share * count }
}

/** Of every eighth byte: hashes leave no part of it out. */
function shareOfOnes(filter: Uint8Array): number {
  let ones = 0
  for (let at = 0; at < filter.length; at += 8) {
    for (let byte = filter[at] as number; byte > 0; byte &= byte - 1) ones++
  }
  return ones / filter.length
}

/** Whether it was not there. */
function addOne(filter: Uint8Array, saying: number): boolean {
  let isNew = false
  const step = Math.imul(saying, 0x9e3779b1) | 1
  for (let probe = 0; probe < probes; probe++) {
    const bit = (saying + probe * step) >>> 0
    const byte = (bit >>> 3) % bytes
    const mask = 1 << (bit & 7)
    if (((filter[byte] as number) & mask) === 0) isNew = true
    filter[byte] = (filter[byte] as number) | mask
  }
  return isNew
}
