import { grownLength } from './ints.ts'

// Numbers for ids: 16 bytes for each and a hash table, instead of about a hundred bytes for a string in a map.

const wordsPerId = 4
const asked = new Uint32Array(wordsPerId)

type Words = [number, number, number, number]

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Hexadecimal digits of the lower 16 bits. */
const hexOf = (word: number) => `${hexBytes[(word >>> 8) & 255]}${hexBytes[word & 255]}`

/** Numbers ids from 0 on, in the order of adding. Ids are never removed. */
export class IdTable {
  #words = new Uint32Array(16 * wordsPerId)
  /**
   * The number of the id in each slot, plus 1; the length is a power of two, and at most half of the slots are used.
   */
  #slots = new Int32Array(32)
  #count = 0

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#words.byteLength + this.#slots.byteLength
  }

  /** -1 when the id is not known. */
  find(id: string): number {
    readId(id)
    return (this.#slots[this.#slotOf()] as number) - 1
  }

  /** Returns the number of the id, a new one when it is not known. */
  add(id: string): number {
    readId(id)
    const slot = this.#slotOf()
    const known = (this.#slots[slot] as number) - 1
    if (known >= 0) return known
    const number = this.#count++
    if (this.#count * wordsPerId > this.#words.length) this.#words = longer(this.#words)
    this.#words.set(asked, number * wordsPerId)
    this.#slots[slot] = this.#count
    if (this.#count * 2 > this.#slots.length) this.#widen()
    return number
  }

  textOf(number: number): string {
    const at = number * wordsPerId
    const [a, b, c, d] = [this.#words[at], this.#words[at + 1], this.#words[at + 2], this.#words[at + 3]] as Words
    return `${hexOf(a >>> 16)}${hexOf(a)}-${hexOf(b >>> 16)}-${hexOf(b)}-${hexOf(c >>> 16)}-${hexOf(c)}${hexOf(d >>> 16)}${hexOf(d)}`
  }

  /** Orders numbers by their ids. */
  compare(a: number, b: number): number {
    for (let word = 0; word < wordsPerId; word++) {
      const difference = (this.#words[a * wordsPerId + word] as number) - (this.#words[b * wordsPerId + word] as number)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** The slot of the id in `asked`, or the free slot that it would take. */
  #slotOf(): number {
    const last = this.#slots.length - 1
    for (let slot = hashOf(asked, 0) & last; ; slot = (slot + 1) & last) {
      const number = (this.#slots[slot] as number) - 1
      if (number < 0 || this.#holds(number)) return slot
    }
  }

  #holds(number: number): boolean {
    const at = number * wordsPerId
    // The last words are random, the first ones a time: comparing from the end finds a difference sooner.
    for (let word = wordsPerId - 1; word >= 0; word--) if (this.#words[at + word] !== asked[word]) return false
    return true
  }

  #widen(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    const last = this.#slots.length - 1
    for (let number = 0; number < this.#count; number++) {
      let slot = hashOf(this.#words, number * wordsPerId) & last
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last
      this.#slots[slot] = number + 1
    }
  }
}

function hashOf(words: Uint32Array, at: number): number {
  let hash = 0
  for (let word = at; word < at + wordsPerId; word++) {
    hash = Math.imul(hash ^ (words[word] as number), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function readId(id: string): void {
  let word = 0
  let digits = 0
  for (let at = 0, next = 0; at < id.length && next < wordsPerId; at++) {
    const code = id.charCodeAt(at)
    if (code === 45) continue
    word = (word << 4) | (code <= 57 ? code - 48 : (code | 32) - 87)
    if (++digits < 8) continue
    asked[next++] = word
    word = 0
    digits = 0
  }
}

function longer(words: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.ceil(grownLength(words.length) / wordsPerId) * wordsPerId)
  grown.set(words)
  return grown
}
